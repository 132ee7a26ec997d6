/**
 * The style of the page, light and dark as the reader's system says. What calls for attention is solid, what is well is
 * pale; every ink has a contrast of 4.5 on its ground.
 */
export const style = `:root { color-scheme: light dark;
  --paper: light-dark(#fdfdfc, #14161a); --raised: light-dark(#fff, #1a1d22); --sunken: light-dark(#f2f3f4, #22262c);
  --ink: light-dark(#1a1d21, #e6e8eb); --soft: light-dark(#5d6672, #9aa3ae); --line: light-dark(#dfe2e6, #31363d);
  --accent: light-dark(#2c6fb3, #6cabe8); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif; }
main { max-width: 62rem; margin: 0 auto; padding: 1.5rem 1.5rem 5rem; }
h1, h2, h3, h4, p, dl, dd, ul { margin: 0; padding: 0; }
ul { list-style: none; }
h1 { font-size: 2.4rem; line-height: 1.1; color: var(--strong); }
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
.badge { display: inline-block; color: var(--on); background: var(--ground); padding: 0 .5em; border-radius: 4px; font-size: .82rem; font-weight: 600; white-space: nowrap; }
.card { margin: .8rem 0; padding: .9rem 1.1rem; border: solid var(--line); border-width: 1px 1px 1px 4px; border-left-color: var(--strong); border-radius: 8px; background: var(--raised); }
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
section > details { margin-top: .6rem; }
.fail { --on: light-dark(#fff, #1d0503); --ground: light-dark(#b42318, #ff8a7a); --strong: light-dark(#b42318, #ff8a7a); }
.contradiction, .undecided { --on: light-dark(#4d3800, #f7dd94); --ground: light-dark(#f6dc95, #574208); --strong: light-dark(#8a6100, #e8bf52); }
.pass { --on: light-dark(#0d5446, #a5e3d0); --ground: light-dark(#d9efe8, #143c33); --strong: light-dark(#1b7a64, #58c4a8); }
.observed { --on: light-dark(#1f4a6e, #b5d6f2); --ground: light-dark(#dbe9f5, #1c374e); --strong: light-dark(#33648f, #8fbde4); }
.notApplicable { --on: light-dark(#5d6672, #9aa3ae); --ground: light-dark(#eeeff1, #22262b); --strong: light-dark(#5d6672, #9aa3ae); }
@media print { main { max-width: none; padding: 0; } .card { break-inside: avoid; } }`;
