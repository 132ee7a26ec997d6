import { type DistinctDays, type Era, eraBits } from '../distinct-days.js';
import { type Narrow, narrow } from '../narrow.js';
import { countBelow, waveletOf } from '../wavelet.js';
import { editWavelet } from './edit-wavelet.js';
import { distinctPositions, type ReturnEdits, slotOf, valueOf } from './return-edits.js';

/*
 * Days of groups of people after edits; groups and days are numbered as before. Eras in which nothing
 * goes or comes are taken over as they are.
 */

const noEra: Era = { before: waveletOf(new Uint16Array(0)), earlier: new Uint8Array(0) };

/** Hands out sorted entries, those below a slot at a time. */
const takerOf = (entries: readonly number[]): ((slotEnd: number) => Float64Array) => {
  const sorted = Float64Array.from(entries).sort();
  let taken = 0;
  return (slotEnd) => {
    const start = taken;
    while (taken < sorted.length && slotOf(sorted[taken]!) < slotEnd) taken++;
    return sorted.subarray(start, taken);
  };
};

const startsAfter = (
  old: Uint32Array,
  { gone, come }: ReturnEdits,
  groups: number,
  daysBefore: number,
  days: number,
): Uint32Array => {
  const starts = new Uint32Array(groups * days + 1);
  for (let group = 0; group < groups; group++) {
    for (let code = 0; code < daysBefore; code++) {
      const slot = group * daysBefore + code;
      starts[group * days + code + 1] = old[slot + 1]! - old[slot]!;
    }
  }
  for (const entry of gone) {
    const slot = slotOf(entry);
    starts[Math.floor(slot / daysBefore) * days + (slot % daysBefore) + 1]!--;
  }
  for (const entry of come) starts[slotOf(entry) + 1]!++;
  for (let slot = 1; slot < starts.length; slot++) starts[slot]! += starts[slot - 1]!;
  return starts;
};

/** Running totals up to the last that is higher than the one before. */
const earlierBy = (size: number, totalOf: (value: number) => number): Narrow => {
  const totals = new Uint32Array(size);
  let length = 0;
  for (let value = 0; value < size; value++) {
    totals[value] = totalOf(value);
    if (totals[value]! > (totals[value - 1] ?? 0)) length = value + 1;
  }
  return narrow(totals.subarray(0, length));
};

const earlierAt = (earlier: Narrow, value: number): number =>
  earlier[Math.min(value, earlier.length - 1)] ?? 0;

/** What is earlier than an era that is new. */
const earlierThanNew = (last: Era, days: number): Narrow =>
  earlierBy(
    days,
    (value) =>
      earlierAt(last.earlier, value) + countBelow(last.before, 0, last.before.length, value + 1),
  );

/** What is earlier than an era after so many more, or less, of each number. */
const earlierAfter = (old: Narrow, changes: Int32Array): Narrow => {
  let change = 0;
  return earlierBy(changes.length, (value) => {
    change += changes[value]!;
    return earlierAt(old, value) + change;
  });
};

/** Days after edits, of a calendar of `days` days that had `daysBefore` and added the others. */
export const editDistinctDays = (
  old: DistinctDays,
  edits: ReturnEdits,
  daysBefore: number,
  days: number,
): DistinctDays => {
  const gone = takerOf(edits.gone);
  const come = takerOf(edits.come);
  const eras = old.eras.map((erasBefore, group) => {
    const erasNow: Era[] = [];
    const changes = new Int32Array(days);
    let hasChanged = false;
    for (let era = 0; era <= days >> eraBits; era++) {
      const { before, earlier } = erasBefore[era] ?? noEra;
      const end = Math.min(days, (era + 1) << eraBits);
      const outs = gone(group * daysBefore + Math.min(daysBefore, end));
      const ins = come(group * days + end);
      const lane = group * daysBefore;
      const start = old.starts[lane + Math.min(daysBefore, era << eraBits)]!;
      const positionOf = (code: number, value: number): number => {
        if (code >= daysBefore) return before.length;
        const from = old.starts[lane + code]! - start;
        return from + countBelow(before, from, old.starts[lane + code + 1]! - start, value);
      };
      const isNew = era > 0 && era >= erasBefore.length;
      erasNow.push({
        before:
          outs.length + ins.length === 0
            ? before
            : editWavelet(before, {
                removed: distinctPositions(outs, (entry) =>
                  positionOf(slotOf(entry) - lane, valueOf(entry)),
                ),
                inserted: Uint32Array.from(ins, (entry) =>
                  positionOf(slotOf(entry) - group * days, valueOf(entry)),
                ),
                values: Uint16Array.from(ins, valueOf),
              }),
        earlier: isNew
          ? earlierThanNew(erasNow[era - 1]!, days)
          : hasChanged
            ? earlierAfter(earlier, changes)
            : earlier,
      });
      for (const entry of outs) changes[valueOf(entry)]!--;
      for (const entry of ins) changes[valueOf(entry)]!++;
      hasChanged ||= outs.length + ins.length > 0;
    }
    return erasNow;
  });
  return { starts: startsAfter(old.starts, edits, old.eras.length, daysBefore, days), eras };
};
