// The style of the pages that commands write (html_page.h).
#pragma once

#include <string_view>

namespace cpngen {

inline constexpr std::string_view kPageStyle = R"(
:root {
  color-scheme: light dark;
  --ground: #f3f5f8; --panel: #ffffff; --sunk: #f4f6f9; --ink: #17202b; --muted: #586474;
  --line: #d6dce4; --link: #0064a4; --good: #00734f; --good-soft: #e0f4ec; --bad: #b3261e;
  --bad-soft: #fdeae8; --doubt: #8a5a00; --doubt-soft: #fff2d6;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --ground: #11161c; --panel: #1a2129; --sunk: #151b22; --ink: #e6ebf1; --muted: #9aa7b6;
    --line: #2d3743; --link: #6cbcf0; --good: #4cc79c; --good-soft: #103526; --bad: #ff8b82;
    --bad-soft: #451b18; --doubt: #f0b95c; --doubt-soft: #3d2c0c;
  }
  figure svg { filter: invert(0.9) hue-rotate(180deg); }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; max-width: 1240px; padding: 20px 24px 60px; background: var(--ground);
  color: var(--ink); overflow-wrap: anywhere;
  font: 15px/1.5 system-ui, "Segoe UI", "Helvetica Neue", "DejaVu Sans", Arial, sans-serif;
}
h1 { font-size: 26px; line-height: 1.25; margin: 8px 0 10px; letter-spacing: -0.01em; }
h2 { font-size: 20px; margin: 0 0 12px; }
h3 { font-size: 16px; margin: 26px 0 8px; }
section, nav {
  background: var(--panel); border: 1px solid var(--line); border-radius: 10px;
  padding: 18px 22px; margin: 18px 0;
}
section > :last-child, details > :last-child { margin-bottom: 2px; }
nav ul { list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: 6px 26px; }
nav { padding: 12px 22px; }
a { color: var(--link); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
p { margin: 8px 0; max-width: 80em; }
.muted { color: var(--muted); }
.good, .bad, .doubt { font-weight: 600; padding: 0 7px; border-radius: 5px; }
span.good, span.bad, span.doubt { white-space: nowrap; }
.good { color: var(--good); background: var(--good-soft); }
.bad { color: var(--bad); background: var(--bad-soft); }
.doubt { color: var(--doubt); background: var(--doubt-soft); }
p.good, p.bad, p.doubt { padding: 7px 12px; font-weight: 500; }
code, pre, .code, ul.code li {
  font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: 12.5px;
}
pre {
  background: var(--sunk); border: 1px solid var(--line); border-radius: 7px; padding: 10px 14px;
  margin: 10px 0; white-space: pre-wrap; line-height: 1.45;
}
.table { overflow-x: auto; margin: 10px 0; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td {
  padding: 4px 14px 4px 0; text-align: left; vertical-align: top;
  border-bottom: 1px solid var(--line);
}
th { color: var(--muted); font-weight: 600; font-size: 13px; overflow-wrap: normal; }
td.number, th.number { text-align: right; white-space: nowrap; }
td { overflow-wrap: break-word; }
td:first-child { min-width: 6.5em; }
.bar { width: 150px; height: 11px; margin-top: 6px; background: var(--line); border-radius: 3px; }
.bar div { background: var(--good); height: 100%; border-radius: 3px; }
.tiles { display: flex; flex-wrap: wrap; gap: 10px; margin: 14px 0; }
.tile {
  background: var(--panel); border: 1px solid var(--line); border-radius: 9px;
  padding: 9px 16px; min-width: 118px; color: inherit; text-decoration: none; display: block;
}
.tile b { display: block; font-size: 21px; font-weight: 650; line-height: 1.3; }
.tile b span { margin-left: -7px; font-weight: 650; }
.tile small { color: var(--muted); font-size: 13px; }
a.tile:hover { border-color: var(--link); }
details { margin: 8px 0; }
summary { cursor: pointer; font-weight: 550; }
ul.code { margin: 8px 0; padding-left: 22px; }
ul.code li { white-space: pre-wrap; }
figure {
  margin: 12px 0; overflow-x: auto; border: 1px solid var(--line); border-radius: 8px;
  background: var(--panel); padding: 6px;
}
figure svg { max-width: 100%; height: auto; display: block; }
figure svg.wide { max-width: none; }
svg.seam text { paint-order: stroke; stroke: white; stroke-width: 2px; }
figure svg a:hover polygon { stroke-width: 2; }
@media print {
  body { padding: 0; max-width: none; background: none; font-size: 10.5pt; }
  section, nav { border: 0; padding: 0; margin: 14pt 0; }
  figure, .table { overflow: visible; }
  figure svg, figure svg.wide { max-width: 100%; }
  figure, tr, summary { break-inside: avoid; }
  h2, h3, summary { break-after: avoid; }
}
)";

}  // namespace cpngen
