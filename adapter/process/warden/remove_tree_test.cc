#include "adapter/process/warden/remove_tree.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <string>

#include "base/file_descriptor.h"
#include "base/temporary_folder.h"

namespace adapter {
namespace {

namespace fs = std::filesystem;

TEST(RemoveTreeTest, RemovesFilesAndFolders) {
  const base::TemporaryFolder folder;
  folder.Write("tree/a/b/c", "c");
  folder.Write("tree/d", "d");
  EXPECT_EQ(RemoveTree(folder / "tree"), 0);
  EXPECT_FALSE(fs::exists(folder / "tree"));
}

TEST(RemoveTreeTest, RemovesLinksAndNotWhatTheyLeadTo) {
  const base::TemporaryFolder folder;
  folder.Write("kept/file", "file");
  folder.Write("tree/a/b", "b");
  fs::create_directory_symlink(folder / "kept", folder / "tree/a/link");
  fs::create_directory_symlink("..", folder / "tree/a/up");
  EXPECT_EQ(RemoveTree(folder / "tree"), 0);
  EXPECT_EQ(folder.Names(), std::vector<std::string>{"kept"});
  EXPECT_TRUE(fs::exists(folder / "kept/file"));
}

TEST(RemoveTreeTest, DoesNotFollowAFolderThatIsALink) {
  const base::TemporaryFolder folder;
  folder.Write("kept/file", "file");
  fs::create_directory_symlink(folder / "kept", folder / "tree");
  EXPECT_NE(RemoveTree(folder / "tree"), 0);
  EXPECT_TRUE(fs::exists(folder / "kept/file"));
}

TEST(RemoveTreeTest, RemovesFoldersWithoutPermissions) {
  const base::TemporaryFolder folder;
  folder.Write("tree/a/b/c", "c");
  for (const char* name : {"tree/a/b", "tree/a", "tree"}) {
    fs::permissions(folder / name, fs::perms::none);
  }
  // What root may is no test: as another user, if this one may become another.
  const bool is_root = ::geteuid() == 0;
  constexpr uid_t kNobody = 65534;
  if (is_root) {
    for (const char* name : {"tree/a/b/c", "tree/a/b", "tree/a", "tree", "."}) {
      ASSERT_EQ(::chown((folder / name).c_str(), kNobody, static_cast<gid_t>(-1)), 0);
    }
    ASSERT_EQ(::seteuid(kNobody), 0);
  }
  const int error = RemoveTree(folder / "tree");
  if (is_root) {
    ASSERT_EQ(::seteuid(0), 0);
  }
  EXPECT_EQ(error, 0);
  EXPECT_FALSE(fs::exists(folder / "tree"));
}

TEST(RemoveTreeTest, RemovesFoldersThatAreNestedDeeperThanAnyPath) {
  const base::TemporaryFolder folder;
  fs::create_directory(folder / "tree");
  base::FileDescriptor at(::open((folder / "tree").c_str(), O_DIRECTORY | O_CLOEXEC));
  const std::string name(100, 'n');
  for (int depth = 0; depth < 300; ++depth) {
    ASSERT_EQ(::mkdirat(at.get(), name.c_str(), 0700), 0);
    at = base::FileDescriptor(::openat(at.get(), name.c_str(), O_DIRECTORY | O_CLOEXEC));
  }
  EXPECT_EQ(RemoveTree(folder / "tree"), 0);
  EXPECT_FALSE(fs::exists(folder / "tree"));
}

TEST(RemoveTreeTest, IsContentWithAFolderThatIsNotThere) {
  EXPECT_EQ(RemoveTree("/no/such/folder"), 0);
}

}  // namespace
}  // namespace adapter
