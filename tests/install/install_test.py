"""The packages as a user gets them: built with CPack, unpacked into an empty root, and used from
there alone. Needs no network and no root rights.

    install_test.py --build build/release [unittest's options]
"""

import argparse
import gzip
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
SOURCES = HERE.parent.parent
# Nobody debugs these programs: debug information would be a fourth of the compiler's time.
FLAGS = ["-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_FLAGS_DEBUG=-O0",
         "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Wpedantic -Werror"]
build = None  # the build folder that the packages are made of


def run(*command, code=0, environment=None, **options):
    """Runs a command without the environment of the build; returns what it printed."""
    variables = {"PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "LC_ALL": "C.UTF-8",
                 **(environment or {})}
    done = subprocess.run([str(word) for word in command], env=variables, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, **options)
    if done.returncode != code:
        raise AssertionError(f"{command}: code {done.returncode}, not {code}\n{done.stdout}")
    return done.stdout


class InstallTest(unittest.TestCase):
    """One installation, which all tests look at."""

    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="cpngen-install-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        packages = cls.folder / "packages"
        run("cpack", "--config", build / "CPackConfig.cmake", "-B", packages)
        cls.packages = {file.name.split("_")[0]: file for file in packages.glob("*.deb")}
        cls.root = cls.folder / "root"
        for package in cls.packages.values():
            run("dpkg-deb", "--extract", package, cls.root)
        cls.usr = cls.root / "usr"
        cls.work = cls.folder / "work"
        cls.work.mkdir()

    def field(self, package, name):
        return run("dpkg-deb", "--field", self.packages[package], name).strip()

    def program(self, name, *words, **options):
        return run(self.usr / "bin" / name, *words, cwd=self.work, **options)

    def test_there_are_these_packages(self):
        mpi = ["cpngen-mpi"] if (build / "bin/cpngen_mpi").exists() else []
        self.assertEqual(sorted(self.packages), ["cpngen", *mpi, "libcpngen-dev"])

    def test_the_program_for_mpi_is_in_a_package_of_its_own(self):
        if "cpngen-mpi" not in self.packages:
            self.skipTest("the build found no MPI")
        depends = self.field("cpngen-mpi", "Depends")
        self.assertIn("openmpi-bin", depends)
        self.assertIn("libopenmpi3", depends)
        self.assertNotIn("libopenmpi3", self.field("cpngen", "Depends"))
        page = run("zcat", self.usr / "share/man/man1/cpngen_mpi.1.gz").replace("\\", "")
        own = re.findall(r"^  (--[a-z-]+)", self.program("cpngen_mpi", "--help"), re.MULTILINE)
        self.assertGreater(len(own), 3)
        for option in own:
            self.assertIn(option, page)

    def test_packages_say_what_they_are(self):
        self.assertEqual(self.field("cpngen", "Section"), "devel")
        self.assertEqual(self.field("libcpngen-dev", "Section"), "libdevel")
        summaries = {"cpngen": "test suites with oracles from coloured Petri nets",
                     "cpngen-mpi": "state spaces of coloured Petri nets over several processes",
                     "libcpngen-dev": "quorum calls over gRPC, and systematic testing, for C++"}
        for package in self.packages:
            self.assertRegex(self.field(package, "Maintainer"), r"^cpngen maintainers <.+@.+>$")
            description = self.field(package, "Description").splitlines()
            self.assertEqual(description[0], summaries[package])
            self.assertGreater(len(description), 2, package)
            for line in description:
                self.assertLessEqual(len(line), 80, line)

    def test_packages_depend_on_the_libraries_that_they_load(self):
        programs = self.field("cpngen", "Depends")
        for library in ["libc6", "libgrpc++1.51", "liblua5.4-0", "libprotobuf32", "libfmt9"]:
            self.assertIn(library, programs)
        development = self.field("libcpngen-dev", "Depends")
        for package in ["libgrpc++-dev", "libprotobuf-dev (>= 3.21)", "protobuf-compiler-grpc",
                        "libprotoc32"]:
            self.assertIn(package, development)

    def test_every_package_has_its_licence(self):
        for package in self.packages:
            text = (self.usr / "share/doc" / package / "copyright").read_text()
            self.assertIn("License: Apache-2.0", text)

    def test_packages_are_small(self):
        for package, file in self.packages.items():
            self.assertLess(file.stat().st_size, 15_000_000, package)

    def test_programs_are_stripped(self):
        for program in [*(self.usr / "bin").iterdir(), *(self.usr / "libexec/cpngen").iterdir()]:
            self.assertRegex(run("file", program), r"ELF .* stripped", program)

    def test_nothing_shows_where_it_was_built(self):
        for file in self.usr.rglob("*"):
            if file.is_file() and not file.is_symlink():
                self.assertNotIn(str(SOURCES).encode(), file.read_bytes(), file)

    def test_every_program_and_command_has_a_manual_page(self):
        pages = {page.name for page in (self.usr / "share/man/man1").iterdir()}
        self.assertIn("protoc-gen-quorum.1.gz", pages)
        for program in ["cpngen", "adapter", "paxos_server", "paxos_client"]:
            self.assertIn(f"{program}.1.gz", pages)
            for command in self.program(program, "--manual-pages").split():
                self.assertIn(f"{program}-{command}.1.gz", pages)

    def test_completions_are_where_shells_look(self):
        for program in ["cpngen", "adapter", "paxos_server", "paxos_client"]:
            for file in [f"bash-completion/completions/{program}",
                         f"zsh/vendor-completions/_{program}", f"zsh/site-functions/_{program}"]:
                self.assertTrue((self.usr / "share" / file).is_file(), file)

    def test_documents_lead_to_the_models(self):
        documents = self.usr / "share/doc/cpngen"
        for file in ["README.md", "CHANGELOG.md", "docs/model_language.md",
                     "models/two_phase_commit/init.lua"]:
            self.assertTrue((documents / file).is_file(), file)

    def test_links_of_the_documents_lead_somewhere(self):
        documents = self.usr / "share/doc/cpngen"
        # What only who works on the sources needs is in a checkout only.
        sources = ("CONTRIBUTING.md", "../CONTRIBUTING.md", "tests/mutants", "../tests/mutants", "tests/mutation",
                   "../tests/mutation", "bench/README.md", "../bench/README.md")
        links = 0
        for file in [*documents.glob("*.md"), *documents.glob("docs/*.md"),
                     *(self.usr / "share/cpngen/examples").rglob("*.md")]:
            text = re.sub(r"```.*?```|`[^`\n]*`", "", file.read_text(), flags=re.DOTALL)
            for target in re.findall(r"\]\(([^)\s#]+)", text):
                if "://" in target or target.startswith(sources):
                    continue
                links += 1
                # The examples are read beside the documents, which have a link to them.
                place = file.parent
                if place.is_relative_to(self.usr / "share/cpngen"):
                    place = documents / place.relative_to(self.usr / "share/cpngen")
                self.assertTrue(pathlib.Path(os.path.normpath(place / target)).exists(),
                                f"{file}: {target}")
        self.assertGreater(links, 100)

    def test_help_says_where_documents_and_models_are(self):
        for program in ["cpngen", "adapter"]:
            self.assertIn(" in /usr/share/doc/cpngen.\n", self.program(program, "--help"))
        for folder in ["docs", "models"]:
            self.assertTrue((self.usr / "share/doc/cpngen" / folder).is_dir(), folder)

    def test_the_lock_example_is_run_where_it_is(self):
        example = self.usr / "share/doc/cpngen/examples/lock"
        suite = self.work / "lock.xml"
        self.program("cpngen", "generate", example / "lock.lua", "--state-space", "--merge",
                     "-o", suite)
        output = self.program("adapter", "run", suite, "--system", example / "lock.system.lua",
                              "--timeout", "60s")
        self.assertIn("PASS: 6 passed of 6 ", output)

    def test_the_plugin_of_protoc_says_what_it_is(self):
        self.assertIn("--quorum_out=DIR", self.program("protoc-gen-quorum", "--help"))
        version = self.program("cpngen", "--version").split()[1]
        self.assertEqual(self.program("protoc-gen-quorum", "--version"),
                         f"protoc-gen-quorum {version}\n")

    def test_changelogs_are_of_this_version(self):
        for package in self.packages:
            file = self.usr / "share/doc" / package / "changelog.gz"
            text = self.work / "changelog"
            text.write_bytes(gzip.decompress(file.read_bytes()))
            told = run("dpkg-parsechangelog", "-l", text)
            self.assertIn(f"\nVersion: {self.field(package, 'Version')}\n", told)
            self.assertIn(f"\nMaintainer: {self.field(package, 'Maintainer')}\n", told)

    def test_models_have_the_definitions_for_editors(self):
        self.assertTrue((self.usr / "share/cpngen/models/cpngen.d.lua").is_file())

    def test_installed_models_are_checked(self):
        output = self.program("cpngen", "check",
                              self.usr / "share/cpngen/models/two_phase_commit", code=0)
        self.assertIn("can abort: holds", output)

    def test_a_paxos_suite_is_generated_and_replayed(self):
        suite = self.work / "system.xml"
        self.program("cpngen", "generate", self.usr / "share/cpngen/models/paxos", "--spec",
                     "system", "--simulations", "5", "--seed", "1", "-D", "clients=1", "-o", suite)
        for flags in [["--transport", "tcp"], ["--transport", "unix", "--processes"]]:
            output = self.program("adapter", "run", suite, *flags)
            self.assertRegex(output.splitlines()[-1],
                             r"^PASS: (\d+) passed of \1 ", " ".join(flags))

    def test_a_project_with_quorum_calls_is_built_and_passes_its_suite(self):
        example = self.usr / "share/doc/cpngen/examples/register"
        project = self.work / "register"
        run("cmake", "-S", example, "-B", project, "-G", "Ninja",
            f"-DCMAKE_PREFIX_PATH={self.usr}", *FLAGS)
        run("cmake", "--build", project)
        suite = self.work / "register.xml"
        self.program("cpngen", "generate", example / "register.lua", "--simulations", "20",
                     "--seed", "1", "-D", "settled=true", "-o", suite)
        replay = ["adapter", "run", suite, "--system", example / "register.system.lua",
                  "-D", f"bin={project}", "--timeout", "60s"]
        self.assertIn("PASS: 20 passed of 20 ", self.program(*replay))
        self.assertIn("FAIL: ", self.program(*replay, "-D", "bug=small-quorum", code=1))

    def configure(self, name, sources, **options):
        """Configures a project that uses the installation, in a folder of its own."""
        project = self.work / name
        return project, run("cmake", "-S", sources, "-B", project, "-G", "Ninja",
                            f"-DCMAKE_PREFIX_PATH={self.usr}", *FLAGS, **options)

    def test_case_studies_of_systematic_testing_are_a_project_of_their_own(self):
        project, _ = self.configure(
            "case_studies", self.usr / "share/doc/cpngen/examples/systematic")
        run("cmake", "--build", project, "--target", "systematic_examples")
        examples = project / "systematic_examples"
        output = run(examples, "--test", "Promotion", "--minimize", cwd=self.work, code=1)
        self.assertIn("Promotion: FAILED, ", output)
        run(examples, "--replay", "Promotion.schedule", cwd=self.work, code=1)
        self.assertIn("clean", run(examples, "--test", "primary_secondary", cwd=self.work))

    def test_the_guide_to_systematic_testing_is_true(self):
        folder = self.work / "guide"
        output = run(sys.executable, SOURCES / "tests/documents/tutorial.py", "--keep", folder,
                     self.usr / "share/doc/cpngen/docs/systematic_testing.md",
                     environment={"CMAKE_PREFIX_PATH": str(self.usr), "CMAKE_GENERATOR": "Ninja"})
        self.assertIn("commands print what the tutorial says", output)
        example = self.usr / "share/doc/cpngen/examples/systematic/leases"
        for file in example.iterdir():
            self.assertEqual((folder / file.name).read_text(), file.read_text(), file.name)

    def test_the_guide_to_threads_is_true(self):
        output = run(sys.executable, SOURCES / "tests/documents/tutorial.py",
                     self.usr / "share/doc/cpngen/docs/systematic_threads.md",
                     environment={"CMAKE_PREFIX_PATH": str(self.usr), "CMAKE_GENERATOR": "Ninja"})
        self.assertIn("commands print what the tutorial says", output)

    def test_every_header_can_be_included_alone(self):
        headers = self.usr / "include/cpngen"
        sources = self.work / "headers"
        sources.mkdir()
        for folder in ["systematic", "oracles", "trace", "base"]:
            for header in (headers / folder).rglob("*.h"):
                name = header.relative_to(headers)
                source = sources / (str(name).replace("/", "_") + ".cc")
                source.write_text(f'#include "{name}"\n')
        self.assertGreater(len(list(sources.iterdir())), 60)
        run("sh", "-c", f"ls *.cc | xargs -P 2 -n 8 g++ -std=c++20 -fsyntax-only -I {headers}",
            cwd=sources)

    def test_components_are_found_and_others_refused(self):
        project = self.work / "components"
        project.mkdir()
        (project / "a.cc").write_text(
            '#include "oracles/linearizability/check.h"\n'
            '#include "oracles/linearizability/register.h"\n'
            '#include "systematic/environment/disk.h"\n'
            '#include "systematic/environment/network.h"\n'
            "using namespace oracles::linearizability;\n"
            "int main() {\n"
            "  const auto verdict = Check(Register<>(), Recorder<Register<>>().history());\n"
            "  return verdict.answer == Answer::kLinearizable ? 0 : 1;\n"
            "}\n")
        text = ("cmake_minimum_required(VERSION 3.25)\nproject(components LANGUAGES CXX)\n"
                "find_package(cpngen REQUIRED COMPONENTS systematic linearizability{})\n"
                "add_executable(a a.cc)\ntarget_link_libraries(a PRIVATE cpngen::linearizability"
                " cpngen::systematic_environment cpngen::systematic_processes)\n")
        (project / "CMakeLists.txt").write_text(text.format(" nets"))
        _, output = self.configure("refused", project, code=1)
        self.assertIn("there is no component nets; there are quorum, systematic, fibers, linearizability",
                      " ".join(output.split()))
        (project / "CMakeLists.txt").write_text(text.format(""))
        built, output = self.configure("found", project)
        self.assertNotIn("protoc", (built / "CMakeCache.txt").read_text().lower())
        run("cmake", "--build", built)
        run(built / "a")

    def test_a_version_that_is_not_there_is_refused(self):
        project = self.work / "next"
        project.mkdir()
        (project / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.25)\nproject(next LANGUAGES NONE)\n"
            "find_package(cpngen 99 REQUIRED)\n")
        output = run("cmake", "-S", project, "-B", project / "build",
                     f"-DCMAKE_PREFIX_PATH={self.usr}", code=1)
        self.assertIn('compatible with requested version "99"', " ".join(output.split()))

    def test_installing_without_packages_puts_the_same_files(self):
        prefix = self.folder / "prefix"
        run("cmake", "--install", build, "--prefix", prefix)
        files = {str(file.relative_to(self.usr)) for file in self.usr.rglob("*")}
        installed = {str(file.relative_to(prefix)) for file in prefix.rglob("*")}
        self.assertEqual(installed, files)
        self.assertEqual(run(prefix / "bin/cpngen", "--version"),
                         self.program("cpngen", "--version"))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    known, others = parser.parse_known_args()
    build = known.build.resolve()
    os.chdir("/")
    unittest.main(argv=[sys.argv[0], *others])
