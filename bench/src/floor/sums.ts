import { contentKinds, type EventColumns } from '../../../packages/core/src/events/columns.js';
import {
  ratioToOneDecimal,
  secondsToMinutes,
} from '../../../packages/core/src/figures/rounding.js';
import type { Figure } from '../../../packages/core/src/model/figure.js';
import type { ResolvedQuery } from '../../../packages/core/src/model/metric.js';
import { roles, type UserType } from '../../../packages/core/src/model/role.js';
import { months } from '../schools.js';
import {
  amountBefore,
  type Before,
  countedBefore,
  countOf,
  distinctByRange,
  type Months,
  monthsOf,
} from './before.js';

/* Figures of the dashboard that are no ranking: each a few subtractions. */

/** The places of seconds of visitors who were not signed in, and of everybody, behind those of the roles. */
const [anonymous, everybody] = [roles.length, roles.length + 1];

/** The codes of the roles in a list; `all` is every one. */
const rolesIn = (userType: readonly UserType[]): readonly number[] =>
  userType[0] === 'all' ? [...roles.keys()] : userType.map((of) => roles.indexOf(of as never));

const sumOf = (table: Before, run: Months, userType: readonly UserType[], first = 0): number => {
  let sum = 0;
  for (const role of rolesIn(userType)) if (role >= 0) sum += countOf(table, first + role, run);
  return sum;
};

/** Members who created anything, by role. */
const activeOf = ({ content, members }: EventColumns): readonly Uint32Array[] => {
  const month = monthsOf(content.day);
  const cameIn = members.ids.map(() => new Uint8Array(months));
  for (let row = 0; row < month.length; row++) {
    const member = content.author[row]!;
    if (member >= 0) cameIn[member]![month[row]!] = 1;
  }
  return [...roles.keys()].map((role) =>
    distinctByRange(cameIn.filter((_, member) => members.role[member] === role)),
  );
};

const visitorsOf = ({ visits, people }: EventColumns): Uint32Array => {
  const month = monthsOf(visits.day);
  const cameIn = Array.from({ length: people }, () => new Uint8Array(months));
  for (let row = 0; row < month.length; row++) cameIn[visits.visitor[row]!]![month[row]!] = 1;
  return distinctByRange(cameIn);
};

const contentOf = ({ content, members }: EventColumns) => {
  const month = monthsOf(content.day);
  const { kind, author, toPeer } = content;
  return {
    byKind: countedBefore(contentKinds.length, month, (row) => kind[row]!),
    toPeers: countedBefore(roles.length, month, (row) =>
      toPeer[row] === 1 && author[row]! >= 0 ? members.role[author[row]!]! : -1,
    ),
  };
};

const secondsOf = ({ visits, members }: EventColumns): readonly Float64Array[] => {
  const month = monthsOf(visits.day);
  const groupOf = (row: number): number => members.role[visits.visitor[row]!] ?? anonymous;
  return [...roles, 'anonymous', 'all'].map((_, group) =>
    amountBefore(month, (row) =>
      group > anonymous || groupOf(row) === group ? visits.seconds[row]! : 0,
    ),
  );
};

const scansOf = ({ scans, scannedTypes, flagSets }: EventColumns) => {
  const month = monthsOf(scans.day);
  const { type, flags, removed, durationMs } = scans;
  return {
    all: countedBefore(1, month, () => 0),
    byType: countedBefore(scannedTypes.length, month, (row) => type[row]!),
    bySet: countedBefore(flagSets.length, month, (row) => flags[row]!),
    flagged: countedBefore(1, month, (row) => (flags[row] === 0 ? -1 : 0)),
    violations: countedBefore(1, month, (row) => (flags[row] === 0 && removed[row] === 0 ? -1 : 0)),
    micros: amountBefore(month, (row) => Math.round(1000 * durationMs[row]!)),
  };
};

const differenceOf = (sums: Float64Array, { from, to }: Months): number => sums[to]! - sums[from]!;

type Sum = (run: Months, userType: readonly UserType[], status: unknown) => Figure;

const contentSums = (columns: EventColumns): Readonly<Record<string, Sum>> => {
  const { byKind, toPeers } = contentOf(columns);
  const kind = (name: (typeof contentKinds)[number]): Sum => {
    const code = contentKinds.indexOf(name);
    return (run) => countOf(byKind, code, run);
  };
  return {
    boardCount: kind('boards'),
    postCount: kind('posts'),
    commentCount: kind('comments'),
    reactionCount: kind('reactions'),
    peerInteractionCount: (run, userType) => sumOf(toPeers, run, userType),
  };
};

const peopleSums = (columns: EventColumns): Readonly<Record<string, Sum>> => {
  const { members } = columns;
  const joined = countedBefore(1, monthsOf(members.joined), () => 0);
  const sizes = roles.map((_, role) => members.role.filter((of) => of === role).length);
  const active = activeOf(columns);
  const visitors = visitorsOf(columns);
  const seconds = secondsOf(columns);
  const distinct = (table: Uint32Array, { from, to }: Months): number =>
    table[from * (months + 1) + to]!;
  const ofRoles = (userType: readonly UserType[], of: (role: number) => number): number => {
    let sum = 0;
    for (const role of rolesIn(userType)) sum += of(role);
    return sum;
  };
  return {
    memberCount: (run, userType, status) => {
      if (status === 'all') return countOf(joined, 0, { from: 0, to: run.to });
      const came = ofRoles(userType, (role) => distinct(active[role]!, run));
      return status === 'active' ? came : ofRoles(userType, (role) => sizes[role]!) - came;
    },
    newMemberCount: (run) => countOf(joined, 0, run),
    visitorCount: (run) => distinct(visitors, run),
    wallEngagementMinutes: (run, userType) => {
      if (userType[0] === 'all') return secondsToMinutes(differenceOf(seconds[everybody]!, run));
      let sum = 0;
      for (const of of userType) {
        const role = roles.indexOf(of as never);
        sum += differenceOf(seconds[role < 0 ? anonymous : role]!, run);
      }
      return secondsToMinutes(sum);
    },
  };
};

const attachmentSums = (columns: EventColumns): Sum => {
  const { attachments, attachmentCategories, members } = columns;
  const attached = countedBefore(
    attachmentCategories.length * roles.length,
    monthsOf(attachments.day),
    (row) => attachments.category[row]! * roles.length + members.role[attachments.author[row]!]!,
  );
  return (run, userType) => {
    const counts: { category: string; count: number }[] = [];
    for (const [code, category] of attachmentCategories.entries()) {
      const count = sumOf(attached, run, userType, code * roles.length);
      if (count > 0) counts.push({ category, count });
    }
    return counts.sort((a, b) => b.count - a.count || (a.category < b.category ? -1 : 1));
  };
};

const scanSums = (columns: EventColumns): Readonly<Record<string, Sum>> => {
  const { all, byType, bySet, flagged, violations, micros } = scansOf(columns);
  const byWord =
    (table: Before, wordsOf: (code: number) => readonly string[]): Sum =>
    (run) => {
      const counts: Record<string, number> = {};
      for (let code = 0; code < table.things; code++) {
        const count = countOf(table, code, run);
        if (count > 0) for (const word of wordsOf(code)) counts[word] = (counts[word] ?? 0) + count;
      }
      return counts;
    };
  return {
    scannedItemCount: (run) => countOf(all, 0, run),
    scannedItemCountByType: byWord(byType, (code) => [columns.scannedTypes[code]!]),
    avgScanTimeMs: (run) =>
      ratioToOneDecimal(differenceOf(micros, run), 1000 * countOf(all, 0, run)),
    flaggedItemCount: (run) => countOf(flagged, 0, run),
    flaggedItemCountByCategory: byWord(bySet, (code) => columns.flagSets[code]!),
    moderationCatchRatePercent: (run) =>
      ratioToOneDecimal(100 * countOf(flagged, 0, run), countOf(violations, 0, run)),
  };
};

/** The figures of the dashboard that are no ranking, by name. */
export const sumsOf = (columns: EventColumns): ((query: ResolvedQuery, run: Months) => Figure) => {
  const figures: Readonly<Record<string, Sum>> = {
    ...contentSums(columns),
    ...peopleSums(columns),
    attachmentCountByCategory: attachmentSums(columns),
    ...scanSums(columns),
  };
  return ({ name, properties: { userType = ['all'], status } }, run) =>
    figures[name]!(run, userType, status);
};
