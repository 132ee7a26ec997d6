import type { FactsProblem, ImportPlan } from '@tallyboard/store';

/** Keeps what is reported until it is clear whether it is true. */
export const recorded = () => {
  const problems: FactsProblem[] = [];
  const warnings: FactsProblem[] = [];
  return {
    problems,
    listeners: {
      onProblem: (problem: FactsProblem) => void problems.push(problem),
      onWarning: (problem: FactsProblem) => void warnings.push(problem),
    },
    tellTo: ({ onProblem, onWarning }: Pick<ImportPlan, 'onProblem' | 'onWarning'>) => {
      for (const problem of problems) onProblem?.(problem);
      for (const warning of warnings) onWarning?.(warning);
    },
  };
};
