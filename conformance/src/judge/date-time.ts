/** The extended and the basic form of ISO 8601, with a point or a comma before a fraction. */
const form =
  /^(\d{4})-?(\d{2})-?(\d{2})T(\d{2}):?(\d{2})(?::?(\d{2})(?:[.,](\d+))?)?(Z|[+-]\d{2}(?::?\d{2})?)?$/;

/** When a date-time of ISO 8601 is, in milliseconds; NaN if it is none. Without a zone it is UTC. */
export const instantOf = (text: string): number => {
  const [, year, month, day, hour, minute, second = '00', fraction = '0', zone = 'Z'] =
    form.exec(text) ?? [];
  const offset = zone.replace(
    /^(.\d{2}):?(\d{2})?$/,
    (_, hours, minutes) => `${hours}:${minutes ?? '00'}`,
  );
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction}${offset}`);
};
