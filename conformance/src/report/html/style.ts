import { palette, tones } from './palette.js';

/** The look of the page. Fonts are those of the reader's system; sizes follow the reader's own. */
export const style = `${palette}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { scroll-padding-top: 1rem; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', 'DejaVu Sans', sans-serif; }
main { max-width: 68rem; margin: 0 auto; padding: 2rem 1.5rem 5rem; }
h1, h2, h3, p, dl, dd, ul, ol, figure { margin: 0; padding: 0; }
ul, ol { list-style: none; }
a { color: inherit; text-decoration-color: var(--line); text-underline-offset: .2em; }
a:hover { text-decoration-color: currentColor; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
h2 { margin: 3.5rem 0 .5rem; font-size: 1.3rem; letter-spacing: -.01em; }
h3 { font-size: 1rem; }
code, pre, .id, .number { font-family: ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace;
  font-size: .88em; unicode-bidi: isolate; }
code { overflow-wrap: anywhere; }
pre { margin: 0; padding: .65rem .8rem; border-radius: 6px; background: var(--sunken); font-size: .8rem; line-height: 1.5;
  white-space: pre-wrap; overflow-wrap: anywhere; max-height: 20rem; overflow: auto; }
summary { cursor: pointer; }
.lead, .more, .seen, .level { color: var(--soft); }
.lead { margin-bottom: 1.2rem; max-width: 46rem; }
.lead::first-letter { text-transform: uppercase; }
.level { font-size: .85rem; font-weight: 400; }
.count { color: var(--soft); font-weight: 400; margin-left: .25rem; }
.id { font-weight: 600; }
.wide { overflow-x: auto; }

.brand { color: var(--soft); font-size: .9rem; }
.verdict { margin: 1.2rem 0 1.8rem; }
.verdict p { color: var(--ink); }
h1 { font-size: clamp(2.6rem, 8vw, 4rem); line-height: 1.05; letter-spacing: -.03em; }
h1 .mark { display: inline-block; margin-right: .3em; }
.headline { margin-top: .6rem; font-size: 1.2rem; }
.bar { display: block; width: 100%; height: 10px; border-radius: 5px; }
.counts { display: flex; flex-wrap: wrap; gap: .3rem 1.6rem; margin: .8rem 0 1.8rem; }
.counts .none { color: var(--soft); }
.mark { font-weight: 700; } .counts .mark { margin-right: .25em; }
.facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: .9rem 1.5rem;
  padding-top: 1.2rem; border-top: 1px solid var(--line); }
dt { color: var(--soft); font-size: .85rem; }
.facts dd { overflow-wrap: anywhere; }
.facts div:first-child { grid-column: span 2; }
.meters { display: grid; gap: .35rem; margin-bottom: 1.6rem; max-width: 34rem; }
.meters li { display: flex; align-items: center; gap: .7rem; }
.meters b { margin-right: -.4rem; }
.meters span { flex: 0 0 4.5rem; color: var(--soft); }
.meters svg { flex: 1 1 6rem; max-width: 16rem; height: 6px; border-radius: 3px; }
.meter-all { fill: var(--line); } .meter-used { fill: var(--accent); }
nav { display: flex; flex-wrap: wrap; gap: .2rem 1.4rem; margin-top: 1.6rem; padding: .7rem 0;
  border-block: 1px solid var(--line); }
nav a { text-decoration: none; } nav a:hover { text-decoration: underline; }
.warnings li { padding: .5rem 0 .5rem 1rem; border-left: 3px solid var(--undecided); margin-bottom: .5rem; }

.badge { display: inline-block; padding: 0 .55em; border-radius: 4px; font-size: .82rem; font-weight: 600; line-height: 1.6;
  white-space: nowrap; }
.card { margin: 1.2rem 0; padding: 1.1rem 1.3rem 1.3rem; border: solid var(--line); border-width: 1px 1px 1px 4px;
  border-radius: 8px; background: var(--raised); }
.card .clause { margin: .5rem 0 1rem; font-size: 1.05rem; max-width: 50rem; }
.rule-facts { display: grid; gap: .7rem; }
.rule-facts > div { display: grid; grid-template-columns: 5.5rem minmax(0, 1fr); gap: .8rem; }
.rule-facts dt { padding-top: .1rem; }
.rule-facts dd { min-width: 0; overflow-wrap: anywhere; }
.rule-facts ul { list-style: disc; padding-left: 1.2rem; }
.evidence { display: grid; gap: 1.1rem; }
.evidence li { display: grid; gap: .35rem; min-width: 0; }
.evidence summary { color: var(--soft); font-size: .9rem; }
.evidence details pre { margin-top: .35rem; }
.command { user-select: all; }

.reason { margin-top: 1.2rem; }
.reason ul { margin-top: .3rem; }
.reason li { display: grid; grid-template-columns: 6rem minmax(0, 1fr); gap: .8rem; padding: .25rem 0;
  border-top: 1px solid var(--line); }
.band { display: grid; grid-template-columns: 13rem minmax(0, 1fr); gap: .4rem 1.2rem; padding: .7rem 0; border-top: 1px solid var(--line); }
.band h3 { display: flex; gap: .6rem; padding-top: .25rem; font-size: .95rem; font-weight: 500; line-height: 1.35; }
.number { flex: 0 0 2.4rem; font-weight: 600; padding-top: .05rem; }
.tiles { display: grid; grid-template-columns: repeat(auto-fill, minmax(5.2rem, 1fr)); gap: .3rem; }
.tile { display: block; padding: .25rem .4rem .3rem; border-radius: 5px; text-decoration: none; line-height: 1.3;
  border: 1px solid transparent; font-size: .74rem; }
.tile b { display: block; font-family: ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace; }
.tile:hover { border-color: currentColor; }
.key { display: flex; flex-wrap: wrap; gap: .4rem 1.6rem; margin-top: 1.5rem; color: var(--soft); font-size: .88rem; }

table { border-collapse: collapse; width: 100%; }
th { text-align: left; font-weight: 500; color: var(--soft); font-size: .85rem; }
th, td { padding: .45rem 1rem .45rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
.requests { font-size: .88rem; font-variant-numeric: tabular-nums; }
.requests td { white-space: nowrap; padding-block: .2rem; }
.waits { margin-top: .8rem; font-size: .88rem; color: var(--soft); }
.unknown { color: var(--soft); }
.profile td:first-child { width: 45%; }
section > details { margin-top: 1.2rem; }

.filter { display: flex; flex-wrap: wrap; gap: .6rem 1.2rem; align-items: center; margin: .8rem 0 1rem; }
.filter select, .filter input { font: inherit; color: inherit; background: var(--raised); border: 1px solid var(--line);
  border-radius: 6px; padding: .3rem .5rem; margin-left: .3rem; max-width: 100%; }
.filter output { color: var(--soft); }
.rule { border-bottom: 1px solid var(--line); }
.rule summary { display: grid; grid-template-columns: 6.6rem 6rem minmax(0, 1fr) auto; gap: .8rem; align-items: baseline;
  padding: .45rem 0; list-style: none; }
.rule summary::-webkit-details-marker { display: none; }
.rule summary:hover .clause { text-decoration: underline; text-decoration-color: var(--line); text-underline-offset: .2em; }
.rule .badge { justify-self: start; }
.inside { display: grid; gap: .4rem; padding: .3rem 0 1.2rem 14.2rem; overflow-wrap: anywhere; }
:target { scroll-margin-top: 1rem; }
.card:target, .rule:target { outline: 2px solid var(--accent); outline-offset: 4px; border-radius: 6px; }
${tones}
/* The drawings of allowances: marks differ in shape, colour only helps. */
figure { margin: 1.2rem 0; }
figcaption { color: var(--soft); } figcaption b { color: var(--ink); margin-right: .4rem; }
.chart { display: block; width: 100%; min-width: 46rem; height: auto; font-size: 12px; }
.chart text { fill: var(--soft); font-variant-numeric: tabular-nums; }
.chart .scale { text-anchor: end; } .chart .end { text-anchor: end; } .chart .pause-label { text-anchor: middle; font-size: 11px; }
.axis { stroke: var(--line); fill: none; }
.limit { stroke: var(--fail); stroke-dasharray: 5 4; fill: none; opacity: .75; }
.used { stroke: var(--soft); stroke-width: 1.25; fill: none; opacity: .6; }
.pause { fill: var(--sunken); }
.at-served { fill: var(--pass); }
.at-pending { fill: var(--paper); stroke: var(--pass); stroke-width: 2; }
.at-refused { fill: var(--soft); }
.at-quota { fill: var(--undecided); stroke: var(--ink); stroke-width: 1; }
.at-broken { fill: none; stroke: var(--fail); stroke-width: 2.5; }
.chart-key { width: 14px; height: 14px; vertical-align: -2px; }
@media (max-width: 44rem) {
  main { padding: 1.2rem 1rem 3rem; }
  h2 { margin-top: 2.6rem; }
  .card { padding: .9rem 1rem 1rem; }
  .rule-facts > div, .reason li, .band { grid-template-columns: minmax(0, 1fr); gap: .1rem; }
  .rule summary { grid-template-columns: 6.6rem 1fr auto; gap: .1rem .8rem; }
  .rule summary .clause { grid-column: 1 / -1; grid-row: 2; }
  .inside { padding-left: 0; }
  .facts { grid-template-columns: repeat(auto-fill, minmax(9.5rem, 1fr)); }
  .profile thead { display: none; } .profile tr { display: block; padding: .5rem 0; border-bottom: 1px solid var(--line); }
  .profile td, .profile td:first-child { display: block; width: auto; padding: .1rem 0; border: 0; }
  .profile td[data-label]:not(:empty)::before { content: attr(data-label) ' '; color: var(--soft); font-size: .85rem; }
  .filter label, .filter input { width: 100%; } .filter input { margin: .2rem 0 0; }
}
@media print {
  main { max-width: none; padding: 0; } nav, .filter { display: none; }
  .card, .rule, .band { break-inside: avoid; }
}`;
