import type { FactsProblem, ImportPlan } from '@tallyboard/store';

/** Keeps problems and warnings until it is known whether they hold. */
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
