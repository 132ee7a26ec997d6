import { type Finding, findings } from './findings.js';

/** Ink on ground of a badge, and the stronger colour of edges, bars and headings. */
type Tone = readonly [ink: string, ground: string, strong: string];
type Theme = Readonly<Record<Finding, Tone>>;

/** What calls for attention is solid, what is well is pale; every ink has a contrast of 4.5 on its ground. */
const light: Theme = {
  fail: ['#ffffff', '#b42318', '#b42318'],
  contradiction: ['#4d3800', '#f6dc95', '#8a6100'],
  undecided: ['#4d3800', '#f6dc95', '#8a6100'],
  pass: ['#0d5446', '#d9efe8', '#1b7a64'],
  observed: ['#1f4a6e', '#dbe9f5', '#33648f'],
  notApplicable: ['#5d6672', '#eeeff1', '#5d6672'],
};

const dark: Theme = {
  fail: ['#1d0503', '#ff8a7a', '#ff8a7a'],
  contradiction: ['#f7dd94', '#574208', '#e8bf52'],
  undecided: ['#f7dd94', '#574208', '#e8bf52'],
  pass: ['#a5e3d0', '#143c33', '#58c4a8'],
  observed: ['#b5d6f2', '#1c374e', '#8fbde4'],
  notApplicable: ['#9aa3ae', '#22262b', '#9aa3ae'],
};

const tones = (theme: Theme): string =>
  findings
    .map((finding) => {
      const [ink, ground, strong] = theme[finding];
      return `.tone-${finding} { color: ${ink}; background: ${ground}; } .text-${finding} { color: ${strong}; }
.edge-${finding} { border-left-color: ${strong}; }`;
    })
    .join('\n');

/** The style of the page, light and dark as the reader's system says. */
export const style = `:root { color-scheme: light dark;
  --paper: #fdfdfc; --raised: #fff; --sunken: #f2f3f4; --ink: #1a1d21; --soft: #5d6672; --line: #dfe2e6; --accent: #2c6fb3; }
@media (prefers-color-scheme: dark) { :root {
  --paper: #14161a; --raised: #1a1d22; --sunken: #22262c; --ink: #e6e8eb; --soft: #9aa3ae; --line: #31363d; --accent: #6cabe8; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif; }
main { max-width: 62rem; margin: 0 auto; padding: 1.5rem 1.5rem 5rem; }
h1, h2, h3, h4, p, dl, dd, ul { margin: 0; padding: 0; }
ul { list-style: none; }
h1 { font-size: 2.4rem; line-height: 1.1; }
h2 { margin: 2.2rem 0 .6rem; font-size: 1.2rem; }
h3 { font-size: 1rem; font-weight: 500; }
h4 { font-size: .95rem; }
.headline { margin: .4rem 0; font-size: 1.15rem; }
.soft, dt { color: var(--soft); font-size: .9rem; }
code, pre, .id { font-family: ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace; font-size: .88em; unicode-bidi: isolate; }
.id { font-weight: 600; }
code, dd, li, p, summary { overflow-wrap: anywhere; }
pre { margin: .4rem 0; padding: .5rem .7rem; border-radius: 6px; background: var(--sunken); font-size: .8rem;
  white-space: pre-wrap; overflow-wrap: anywhere; max-height: 18rem; overflow: auto; }
summary { cursor: pointer; }
details details, .exchange { margin-top: .4rem; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.badge { display: inline-block; padding: 0 .5em; border-radius: 4px; font-size: .82rem; font-weight: 600; white-space: nowrap; }
.card { margin: .8rem 0; padding: .9rem 1.1rem; border: solid var(--line); border-width: 1px 1px 1px 4px; border-radius: 8px; background: var(--raised); }
.found { margin: .5rem 0; font-size: 1.05rem; font-weight: 600; }
.also { margin-top: .8rem; padding-top: .6rem; border-top: 1px solid var(--line); }
.also details { margin-top: .3rem; }
dl { margin: .4rem 0; }
dl > div { display: flex; gap: .8rem; padding: .1rem 0; }
dt:not(:empty) { flex: 0 0 5.5rem; }
.rule { border-top: 1px solid var(--line); padding: .25rem 0; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .88rem; }
th, td { padding: .25rem .8rem .25rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th { font-weight: 500; color: var(--soft); }
input { font: inherit; color: inherit; background: var(--raised); border: 1px solid var(--line); border-radius: 6px; padding: .2rem .4rem; }
section > details { margin-top: .6rem; }
${tones(light)}
@media (prefers-color-scheme: dark) {
${tones(dark)}
}
@media print { main { max-width: none; padding: 0; } .card { break-inside: avoid; } }`;
