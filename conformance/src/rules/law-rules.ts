import { observationsOf } from '../judge/evidence.js';
import type { History } from '../model/history.js';
import type { Rule } from '../model/rule.js';
import {
  contradicted,
  type Evidence,
  fail,
  heaviest,
  type Judgement,
  notApplicable,
  pass,
} from '../model/verdict.js';
import { figureRequests } from '../probes/open-probes.js';
import { rosterValid } from '../probes/roster-probes.js';
import { confirmationOf, movementIn } from '../reasoning/confirmed.js';
import { contradictionsIn } from '../reasoning/contradictions.js';
import type { Contradiction, Law } from '../reasoning/law.js';
import { laws, levelOf } from '../reasoning/laws.js';
import { tableIn } from '../reasoning/table.js';
import { derived, inferred, must, observed } from './rule.js';

const makers = { must, inferred, derived };

/** The data is known not to change while the run lasts. */
export const isFrozen = ({ run }: History): boolean => run.frozen || run.facts !== null;

/** One contradiction may show in every row: more evidence says no more. */
const evidenceMost = 8;

const evidenceOf = ({ seqs, says }: Contradiction): readonly Evidence[] =>
  seqs.map((seq) => ({ seq, actual: says }));

/** A contradiction is a failure where data stands still, or where asking again has shown it. */
const judgementOf = (history: History, one: Contradiction): Judgement => {
  const { says } = one;
  const evidence = evidenceOf(one);
  if (isFrozen(history)) return fail(`${says}.`, evidence);
  const confirmation = confirmationOf(history, one);
  const moved = confirmation.kind === 'moved' ? confirmation.between : movementIn(history);
  if (confirmation.kind === 'confirmed')
    return fail(`${says}. Asked again, it is still so.`, evidence);
  const because =
    moved !== null
      ? `the data changed between requests ${moved.join(' and ')}`
      : confirmation.kind === 'gone'
        ? 'the answers fit together when they were asked for again'
        : 'no request was left to ask again';
  return contradicted(says, because, evidence);
};

const asks = [...figureRequests, ...rosterValid];

const judge = (history: History, law: Law): Judgement => {
  const found = contradictionsIn(history).filter((one) => one.law === law.id);
  if (found.length > 0) {
    const worst = heaviest(found.map((one) => judgementOf(history, one)));
    return { ...worst, evidence: worst.evidence.slice(0, evidenceMost) };
  }
  if (law.speaksOf(tableIn(history))) return pass('No two answers contradict each other in this.');
  const why = asks
    .flatMap(({ id }) => observationsOf(history, id))
    .find(({ why: one }) => one?.verdict === 'undecided')?.why;
  return why ?? notApplicable('notExercised', 'There were not two answers to compare.');
};

/** What is odd by a reading of an open point never fails. */
const oddities = (history: History, law: Law): Judgement => {
  const found = contradictionsIn(history).filter(({ law: id }) => id === law.id);
  const says = found.map((one) => one.says).slice(0, 3);
  return found.length === 0
    ? notApplicable('observed', 'Nothing is odd.')
    : notApplicable(
        'observed',
        `Odd by the published definitions: ${says.join('; ')}.`,
        found.slice(0, 3).flatMap(evidenceOf),
      );
};

/** A rule for each law of the table, over all answers of a run at once. */
export const lawRules: readonly Rule[] = laws.map((law) => {
  const isStated = levelOf(law) === 'specification';
  const make = isStated ? makers[law.binding ?? 'derived'] : observed;
  const body = {
    asks,
    expected: law.sentence,
    judge: (history: History) => (isStated ? judge(history, law) : oddities(history, law)),
  };
  return make(law.id, law.clause, body);
});

/** Contradictions that asking again could decide, those of fewest answers and of closed months first. */
export const openContradictions = (history: History): readonly Contradiction[] => {
  if (isFrozen(history)) return [];
  const months = tableIn(history).days;
  const weight = ({ seqs, until }: Contradiction): number =>
    seqs.length + (until >= months.from - 31 ? 10 : 0);
  return contradictionsIn(history)
    .filter(({ level }) => level === 'specification')
    .toSorted((a, b) => weight(a) - weight(b));
};
