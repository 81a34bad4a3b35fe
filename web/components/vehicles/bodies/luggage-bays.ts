import { evenSteps } from '../geometry/even-steps.ts';
import { roundedRect } from '../geometry/rounded-rect.ts';

/** Outlines of the luggage doors between two axles, with a 4 cm gap from door to door. */
export function luggageBays({
  from,
  to,
  bottom,
  top,
  count,
}: Record<'from' | 'to' | 'bottom' | 'top' | 'count', number>) {
  const width = (to - from) / count;
  return [from, ...evenSteps(from, to, count)]
    .map((x) => roundedRect(x + 2, bottom, width - 4, top - bottom, 4))
    .join('');
}
