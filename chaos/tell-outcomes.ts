import type { RideRecord } from '#server/rides/ride-model.ts';
import { historyOf } from './database.ts';
import { checkHistory, type Span } from './history/check-history.ts';
import { entitlements } from './history/entitlements.ts';
import type { Screen } from './open-screen.ts';
import type { Checked, Outcome } from './outcome.ts';

/** What happened from one fault to the next, in milliseconds since 1970. */
export interface Chapter {
  title: string;
  beginsAt: number;
  /** From the fault to the recovery from it; null where nothing went wrong. */
  fault: Span | null;
  caughtUpMs: number;
  checks: Omit<Outcome['checks'], 'changes shown'>;
}

interface Told {
  chapters: readonly Chapter[];
  screens: readonly Screen[];
  /** The page that was cut off, and when; null if it was not. */
  onlooker: Screen;
  cutOff: Span | null;
  rides: readonly RideRecord[];
}

/** Checks the whole history of every page, and tells for each fault what was checked and what was wrong. */
export function tellOutcomes({ chapters, screens, onlooker, cutOff, rides }: Told): Outcome[] {
  const shown = new Map(chapters.map((chapter): [Chapter, Checked] => [chapter, { count: 0, problems: [] }]));
  const faults = chapters.flatMap(({ fault }) => fault ?? []);
  const until = Date.now();

  for (const screen of screens) {
    const away = screen === onlooker && cutOff ? [cutOff] : [];
    const isAway = (at: number) => away.some(({ from, to }) => at >= from && at <= to);
    /** What a page missed while it was cut off is the last chapter's: that of its return. */
    const checkedAt = (at: number) => {
      const chapter = isAway(at) ? chapters.at(-1) : chapters.findLast(({ beginsAt }) => beginsAt <= at);
      return chapter && shown.get(chapter);
    };
    const entitled = entitlements(screen.viewer, rides.map(historyOf));
    for (const { at } of entitled.flatMap(({ versions }) => versions)) {
      const checked = checkedAt(at);
      if (checked) checked.count += 1;
    }
    const { record } = screen;
    for (const found of checkHistory({ record, entitled, faults: [...faults, ...away], until })) {
      const { name, list, rideId, version, says } = found;
      checkedAt(found.at)?.problems.push(
        `${screen.name}: ${name}: version ${version} of ${rideId} in ${list}, ${says}`,
      );
    }
  }

  return chapters.map((chapter) => ({
    fault: chapter.title,
    awayMs: chapter.fault ? chapter.fault.to - chapter.fault.from : 0,
    caughtUpMs: chapter.caughtUpMs,
    checks: { ...chapter.checks, 'changes shown': shown.get(chapter) ?? { count: 0, problems: [] } },
  }));
}
