-- What two-phase commit is for.

property "agreement" (INV(NF(function(M) return #M.Decided <= 1 end)))
property "terminates" (EV(NF(function(M) return #M.Decided == 1 end)))
property "can commit" (POS(AF(Coordinator.ReceiveAcks, { d = "commit" })))
property "can abort" (POS(AF(Coordinator.ReceiveAcks, { d = "abort" })))
