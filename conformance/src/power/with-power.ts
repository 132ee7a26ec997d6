import type { History } from '../model/history.js';
import type { Report } from '../model/report.js';
import { powerOf } from './power.js';

/** A report that says how much its passes prove. */
export const withPower = (report: Report, history: History): Report => {
  const { rules, ...power } = powerOf(history);
  return {
    ...report,
    power,
    rules: report.rules.map((rule) => {
      const own = rules[rule.id];
      return own === undefined || rule.verdict !== 'pass' ? rule : { ...rule, power: own };
    }),
  };
};
