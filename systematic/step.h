// What an option does when it runs: a function without arguments that is called at most once.
//
// Invariants: as large as a cache line; a callable of up to kRoom bytes that moves without
// throwing is kept in place, so that enabling a step allocates nothing. A larger one works, on the
// heap.
// Thread safety: none; a step is one execution's.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace systematic {

class Step {
 public:
  static constexpr std::size_t kRoom = 56;

  /// Whether a callable of this type is kept without an allocation.
  template <typename Callable>
  static constexpr bool kFits =
      sizeof(Callable) <= kRoom &&
      alignof(Callable) <= alignof(void*) && std::is_nothrow_move_constructible_v<Callable>;

  Step() = default;
  template <typename Callable>
  requires(!std::is_same_v<std::remove_cvref_t<Callable>, Step> &&
           std::is_invocable_v<std::remove_cvref_t<Callable>&>)
      Step(Callable&& callable) {  // NOLINT: a lambda becomes a step without a word
    using Stored = std::remove_cvref_t<Callable>;
    if constexpr (kFits<Stored>) {
      ::new (static_cast<void*>(room_)) Stored(std::forward<Callable>(callable));
      operations_ = &kInPlace<Stored>;
    } else {
      ::new (static_cast<void*>(room_)) Stored*(new Stored(std::forward<Callable>(callable)));
      operations_ = &kOnHeap<Stored>;
    }
  }
  Step(Step&& other) noexcept { TakeFrom(other); }
  Step& operator=(Step&& other) noexcept {
    if (this != &other) {
      Clear();
      TakeFrom(other);
    }
    return *this;
  }
  ~Step() { Clear(); }

  explicit operator bool() const { return operations_ != nullptr; }
  /// Requires a callable.
  void operator()() {
    assert(operations_ != nullptr);
    operations_->call(room_);
  }
  /// Destroys the callable, if there is one.
  void Clear() {
    if (operations_ == nullptr) return;
    const Operations* operations = std::exchange(operations_, nullptr);
    if (operations->destroy != nullptr) operations->destroy(room_);
  }

 private:
  struct Operations {
    void (*call)(void* room);
    void (*move)(void* from, void* to) noexcept;  // and destroys what was moved; null: copy bytes
    void (*destroy)(void* room) noexcept;         // null: nothing to do
  };

  template <typename Stored>
  static Stored* In(void* room) {
    return std::launder(reinterpret_cast<Stored*>(room));
  }
  template <typename Stored>
  static void Call(void* room) {
    (*In<Stored>(room))();
  }
  template <typename Stored>
  static void Move(void* from, void* to) noexcept {
    ::new (to) Stored(std::move(*In<Stored>(from)));
    std::destroy_at(In<Stored>(from));
  }
  template <typename Stored>
  static void Destroy(void* room) noexcept {
    std::destroy_at(In<Stored>(room));
  }
  template <typename Stored>
  static void CallOnHeap(void* room) {
    (**In<Stored*>(room))();
  }
  template <typename Stored>
  static void DeleteFromHeap(void* room) noexcept {
    delete *In<Stored*>(room);
  }

  template <typename Stored>
  static constexpr bool kPlainBytes =
      std::is_trivially_copyable_v<Stored>&& std::is_trivially_destructible_v<Stored>;
  template <typename Stored>
  static constexpr Operations kInPlace = {
      &Call<Stored>, kPlainBytes<Stored> ? nullptr : &Move<Stored>,
      std::is_trivially_destructible_v<Stored> ? nullptr : &Destroy<Stored>};
  template <typename Stored>
  static constexpr Operations kOnHeap = {&CallOnHeap<Stored>, nullptr, &DeleteFromHeap<Stored>};

  void TakeFrom(Step& other) noexcept {
    operations_ = std::exchange(other.operations_, nullptr);
    if (operations_ == nullptr) return;
    if (operations_->move != nullptr) {
      operations_->move(other.room_, room_);
    } else {
      std::memcpy(room_, other.room_, kRoom);
    }
  }

  const Operations* operations_ = nullptr;
  alignas(void*) std::byte room_[kRoom];
};

static_assert(sizeof(Step) == 64);

}  // namespace systematic
