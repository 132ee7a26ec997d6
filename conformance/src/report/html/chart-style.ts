/** The look of the drawings of allowances. Marks differ in shape; colour only helps. */
export const chartStyle = `figure { margin: 1.2rem 0; }
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
.chart-key { width: 14px; height: 14px; vertical-align: -2px; }`;
