-- What a replica and a client are told at their start: the list of replicas, which of them it is, the
-- quorum sizes, the time spans, an address to listen on, the files for TLS. From a sound description of
-- 1 to `replicas` replicas (or of none) up to `changes` things are changed; what is wrong with the result
-- is computed from what the words mean, by counting and by looking at all subsets. The replica starts
-- when nothing is wrong; otherwise it names something that is.
--
-- With `tls` the sound description has a CA, a certificate and its key, and the changes are of what lies
-- where these files are said to be: a change of files and one of numbers have nothing to do with each
-- other.
--
-- Usage: cpngen generate models/paxos/configuration_model.lua --spec configuration --state-space -o FILE

replicas = param(3, { min = 1, max = 4, doc = "number of replicas, at most" })
changes = param(2, { min = 0, max = 3, doc = "number of changes, at most" })
tls = param(false, { doc = "protected by TLS, and the changes are of its files" })

quorum = replicas // 2 + 1 -- what suites.lua asks for

require "suites"

Position = range(1, replicas)
Id = range(-1, replicas) -- one too low, one too high
Size = range(-1, replicas + 1)
Span = range(-1, 1)
-- How an entry of the list is written: ID=ADDRESS with an address of one of several sorts, or with what
-- is no address, or not even that.
Form = enum {
  "plain", "tcp", "ipv4", "ipv6", "dns", "abstract",
  "no_port", "no_host", "no_path", "bare_ipv6", "port_zero", "high_port", "port_name",
  "empty", "id_only", "no_address", "no_id", "no_number", "long_number", "huge_number",
}
Order = enum { "first_to_last", "last_to_first" } -- of the list, as it is written
Place = enum { "free", "taken", "listed", "longest", "too_long" }
Peer = record { id = Id, address = Position, form = Form }
CertificateFile = enum { "none", "good", "absent", "folder", "empty", "text", "broken", "expired", "early" }
KeyFile = enum { "none", "good", "absent", "folder", "empty", "text", "broken", "other", "encrypted" }
Description = record {
  peers = list(Peer), order = Order, own = Id, prepare = Size, accept = Size, commit = Size, client = Size,
  delay = Span, delta = Span, timeout = Span, place = Place,
  ca = CertificateFile, certificate = CertificateFile, key = KeyFile,
}
Change = union {
  PeerId = product(Position, Id),
  PeerAddress = product(Position, Position),
  PeerForm = product(Position, Form),
  Order = Order,
  Own = Id,
  Prepare = Size,
  Accept = Size,
  Commit = Size,
  Client = Size,
  Delay = Span,
  Delta = Span,
  Timeout = Span,
  Listen = Place,
  Ca = CertificateFile,
  Certificate = CertificateFile,
  Key = KeyFile,
}

var {
  n = range(0, replicas),
  left = range(0, changes),
  description = Description,
  description2 = Description,
  change = Change,
}

Begin = place(UNIT, { unit })
Left = place(range(0, changes), { changes })
Told = place(Description)

function sound(n)
  local majority = n // 2 + 1
  local file = tls and "good" or "none"
  return {
    peers = map(range_list(1, n), function(i) return { id = i - 1, address = i, form = "plain" } end),
    order = "first_to_last", own = 0, prepare = majority, accept = majority, commit = majority, client = 0,
    delay = 1, delta = 1, timeout = 1, place = "free",
    ca = file, certificate = file, key = file,
  }
end

local fields = {
  Order = "order", Own = "own", Prepare = "prepare", Accept = "accept", Commit = "commit", Client = "client",
  Delay = "delay", Delta = "delta", Timeout = "timeout",
  Listen = "place",
  Ca = "ca", Certificate = "certificate", Key = "key",
}
local files = { Ca = true, Certificate = true, Key = true }
local peer_fields = { PeerId = "id", PeerAddress = "address", PeerForm = "form" }

function is_of_file(change) return files[change.tag] == true end

function changed(description, change)
  if change.tag == "Order" and #description.peers < 2 then return description end
  if fields[change.tag] then
    description[fields[change.tag]] = change.value
  elseif change.value[1] <= #description.peers then
    description.peers[change.value[1]][peer_fields[change.tag]] = change.value[2]
  end
  return description
end

-- A port of a list may be somebody's by now; a socket in a folder of the case's own is nobody's.
local ports = { tcp = true, ipv4 = true, ipv6 = true, dns = true }
function can_listen(d)
  local own = filter(d.peers, function(peer) return peer.id == d.own and ports[peer.form] end)
  return d.place ~= "listed" or #own == 0
end

Describe = transition {
  input = { Begin(unit) },
  guard = "n > 0 or not tls", -- without a replica, files for TLS say nothing
  output = { Told(expr "sound(n)") },
}
ChangeOne = transition {
  input = { Left(left), Told(description) },
  guard = { "left > 0", "is_of_file(change) == tls", "description2 ~= description",
    "can_listen(description2)" },
  let = { description2 = function(description, change) return changed(description, change) end },
  output = { Left(expr "left - 1"), Told(description2) },
}
Start = transition { input = { Told(description) } }

-- Subsets of n replicas are numbers below 2^n, a bit for each replica.
local function size_of(subset)
  local size = 0
  while subset > 0 do
    size = size + (subset & 1)
    subset = subset >> 1
  end
  return size
end
local function can_be_disjoint(n, size_a, size_b)
  for a = 0, (1 << n) - 1 do
    for b = 0, (1 << n) - 1 do
      if size_of(a) == size_a and size_of(b) == size_b and a & b == 0 then return true end
    end
  end
  return false
end

-- What is behind the = of an entry, by its form. Nobody listens at any of these.
local addresses = {
  plain = "unix:/nowhere/%d",
  tcp = "127.0.0.1:400%d",
  ipv4 = "ipv4:127.0.0.1:400%d",
  ipv6 = "[::1]:400%d",
  dns = "dns:127.0.0.1:400%d",
  abstract = "unix-abstract:/nowhere/%d",
}
local no_addresses = {
  no_port = "localhost%d",
  no_host = ":400%d",
  no_path = "unix:", -- at most one of a list
  bare_ipv6 = "::1:400%d",
  port_zero = "127.0.0.%d:0",
  high_port = "127.0.0.%d:65536",
  port_name = "127.0.0.%d:http",
}
local function address_of(peer)
  return string.format(addresses[peer.form] or no_addresses[peer.form] or addresses.plain, peer.address)
end
local function is_readable(peer)
  return addresses[peer.form] ~= nil or no_addresses[peer.form] ~= nil
end

-- Of all entries that can be read.
local function values_of(peers, value_of) return map(filter(peers, is_readable), value_of) end
local function id_of(peer) return peer.id end
local function has_double(values)
  for i = 1, #values do
    for j = i + 1, #values do
      if values[i] == values[j] then return true end
    end
  end
  return false
end
local function all_there(ids, n)
  for id = 0, n - 1 do
    if not contains(ids, id) then return false end
  end
  return true
end

-- What is wrong with the files for TLS.
local function file_defects_of(d, check)
  local function is(file, ...) return contains({ ... }, file) end
  local given = #filter({ d.ca, d.certificate, d.key }, function(file) return file ~= "none" end)
  if given == 0 then return end
  check(given < 3, "incomplete_tls")
  check(d.ca == "none", "no_ca")
  check(d.certificate == "none" or d.key == "none", "no_identity")
  check((d.certificate == "none") ~= (d.key == "none"), "half_identity")
  for _, what in ipairs { "ca", "certificate", "key" } do
    check(is(d[what], "absent", "folder", "empty"), "unreadable_" .. what)
  end
  for _, what in ipairs { "ca", "certificate", "key" } do
    check(is(d[what], "text", "broken", "encrypted"), "malformed_" .. what)
  end
  check(d.ca == "expired", "expired_ca")
  check(d.certificate == "expired", "expired_certificate")
  check(d.ca == "early", "early_ca")
  check(d.certificate == "early", "early_certificate")
  check(d.key == "other" and is(d.certificate, "good", "expired", "early"), "other_key")
end

-- In the order of docs/paxos_suites.md.
local function defects_of(d)
  local n = #d.peers
  local ids = values_of(d.peers, id_of)
  local function is_size(size) return 1 <= size and size <= n end
  local defects = {}
  local function check(is_wrong, defect)
    if is_wrong then defects[#defects + 1] = defect end
  end
  check(n == 0, "no_replica")
  check(n == 0 or #ids < n, "malformed_peer")
  check(has_double(ids), "double_id")
  check(has_double(values_of(d.peers, address_of)), "double_address")
  check(not all_there(ids, n), "gap")
  check(not contains(ids, d.own) or d.own < 0 or d.own >= n, "own_id")
  check(not is_size(d.prepare), "prepare_quorum")
  check(not is_size(d.accept), "accept_quorum")
  check(not is_size(d.commit), "commit_quorum")
  check(can_be_disjoint(n, d.prepare, d.accept), "no_intersection")
  check(d.delay <= 0, "delay")
  check(d.delta < 0, "delta")
  check(d.timeout <= 0, "timeout")
  check(#filter(d.peers, function(peer) return no_addresses[peer.form] ~= nil end) > 0,
    "malformed_address")
  check(d.place == "taken", "address_taken")
  check(d.place == "too_long", "long_address")
  check(d.client < 0 or d.client > n, "client_quorum")
  file_defects_of(d, check)
  return defects
end

local function peer_text(peer)
  local id, address = tostring(peer.id), address_of(peer)
  local texts = {
    empty = "",
    id_only = id,
    no_address = id .. "=",
    no_id = "=" .. address,
    no_number = "x=" .. address,
    long_number = id .. "x=" .. address,
    huge_number = "99999999999=" .. address,
  }
  return texts[peer.form] or id .. "=" .. address
end

local function format(o)
  if o.name == "Start" then
    if #o.defects == 0 then return xml.node("ExpectStart", "") end
    return map(o.defects, function(defect) return xml.node("ExpectDefect", defect) end)
  end
  local d = o.description
  local tls_files = {}
  for _, file in ipairs { { "TlsCa", d.ca }, { "TlsCertificate", d.certificate }, { "TlsKey", d.key } } do
    if file[2] ~= "none" then tls_files[#tls_files + 1] = xml.node(file[1], file[2]) end
  end
  local peers = map(d.peers, function(peer) return xml.node("Peer", peer_text(peer)) end)
  if d.order == "last_to_first" then
    peers = map(range_list(1, #peers), function(i) return peers[#peers + 1 - i] end)
  end
  return append(append(peers, {
    xml.node("Own", d.own),
    xml.node("PrepareQuorum", d.prepare),
    xml.node("AcceptQuorum", d.accept),
    xml.node("CommitQuorum", d.commit),
    xml.node("ClientQuorum", d.client),
    xml.node("DetectorDelay", d.delay),
    xml.node("DetectorDelta", d.delta),
    xml.node("CallTimeout", d.timeout),
    xml.node("Address", d.place),
  }), tls_files)
end

test "configuration" {
  cases = "occurrences",
  observe = {
    [Start] = function(description)
      return {
        stimulus("Told", { description = description }),
        response("Start", { defects = defects_of(description) }),
      }
    end,
  },
  format = format,
  suite = function() return suite_of("configuration", 0, 0) end,
}
