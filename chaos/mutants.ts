import { join } from 'node:path';
import { buildNode, buildScreen, type Mutation } from './builds.ts';
import { type Fault, killBalancer, killCityMaster, rollBackWrites, setClocksAhead } from './faults.ts';
import type { Check } from './outcome.ts';
import { runSeed } from './run-seed.ts';
import type { AckedWrite } from './screen/messages.ts';
import type { Topology } from './testbed/cluster.ts';
import type { Screen } from './testbed/open-screen.ts';

/** A build with a known bug in its servers and workers or in the page, and what exposes it. */
interface Mutant {
  name: string;
  where: 'node' | 'page';
  mutation: Mutation;
  /** The default is one Redis. */
  topology?: Topology;
  faults: readonly Fault[];
  /** Whether the users have done what exposes the bug. Without it, the load lasts the default time. */
  isExposed?: (screens: readonly Screen[]) => boolean;
  /** The check that has to catch it, and text that the problem has to contain. */
  isFoundBy: Check;
  as: string;
}

const PUBLISH = {
  file: 'server/rides/events/publish-ride.ts',
  statement: "namingStep('publish', () => publish(RIDES_CHANGED, message, ride.city)),",
};

type IsWrite = (write: AckedWrite) => boolean;

/** Whether riders have made at least `count` such writes. */
const writes =
  (count: number, isWrite: IsWrite) =>
  (screens: readonly Screen[]): boolean =>
    screens.flatMap(({ ackedWrites }) => ackedWrites.filter(isWrite)).length >= count;

/** Whether riders' pages, including their trip links, have received at least `count` positions. */
const seen =
  (count: number) =>
  (screens: readonly Screen[]): boolean =>
    screens.filter(({ viewer }) => viewer.riderId).flatMap((screen) => screen.seen).length >= count;

/** The builds that the suite has to catch, which proves that it would notice such bugs. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: 'drops one publish',
    where: 'node',
    mutation: {
      ...PUBLISH,
      replacement: `
        (() => {
          const nth = Number(Reflect.get(globalThis, 'published') ?? 0) + 1;
          Reflect.set(globalThis, 'published', nth);
          return nth === 12;
        })() || ${PUBLISH.statement}`,
    },
    faults: [],
    // Each of two servers and a worker counts its own, and what happens while the pages join is not judged.
    isExposed: writes(50, ({ action }) => action !== 'paid'),
    isFoundBy: 'changes shown',
    as: ': lost: ',
  },
  {
    name: 'publishes twice',
    where: 'node',
    mutation: { ...PUBLISH, replacement: `${PUBLISH.statement} ${PUBLISH.statement}` },
    faults: [],
    isExposed: writes(20, ({ action }) => action !== 'paid'),
    isFoundBy: 'changes shown',
    as: ': received twice: ',
  },
  {
    name: 'skips the resync after a reconnection',
    where: 'page',
    mutation: {
      file: 'web/app/realtime.ts',
      statement: '}),\n    );\n    resyncLists();',
      replacement: '}),\n    );',
    },
    faults: [killBalancer],
    isFoundBy: 'changes shown',
    as: ': lost: ',
  },
  {
    name: 'does not subscribe again after a failover',
    where: 'node',
    mutation: {
      file: 'server/infra/shard-subscription.ts',
      statement: 'await lost;\n',
      replacement: 'await lost;\nreturn;\n',
    },
    topology: 'Redis Cluster',
    faults: [killCityMaster],
    isFoundBy: 'changes shown',
    as: 'never on screen',
  },
  {
    name: 'makes an edit before it is paid',
    where: 'node',
    mutation: {
      file: 'server/rides/edit/hold-edit.ts',
      statement: 'pendingEdit: { ...edit, ...storedFields(edit) },',
      replacement: `
        pendingEdit: { ...edit, ...storedFields(edit) },
        ...(({ id, hasPlace, ...made }) => storedFields(made))(edit),
        bookedFare: ride.bookedFare ?? ride.fare,`,
    },
    faults: [],
    isExposed: writes(3, (write) => write.action === 'charge left unpaid' && write.kind === 'difference'),
    isFoundBy: 'writes kept',
    as: 'its rider was told',
  },
  {
    name: 'loses the charge that paid for an extension',
    where: 'node',
    mutation: {
      file: 'server/rides/edit/apply-edit.ts',
      statement: '...(paid && {',
      replacement: "...(paid && change === 'edited' && {",
    },
    faults: [],
    isExposed: writes(3, (write) => write.action === 'charge paid' && write.kind === 'extension'),
    isFoundBy: 'payments match',
    as: 'was extended',
  },
  {
    name: 'refunds nothing for a cheaper edit',
    where: 'node',
    mutation: {
      file: 'server/rides/edit/apply-edit.ts',
      statement: 'splitRefund(ride, backCents)',
      replacement: 'splitRefund(ride, 0)',
    },
    faults: [],
    isExposed: writes(3, ({ action }) => action === 'edit asked'),
    isFoundBy: 'payments match',
    as: 'is owed a refund',
  },
  {
    name: 'shows a position to another rider',
    where: 'node',
    mutation: {
      file: 'server/rides/position/take-position.ts',
      statement: 'const audience = [rooms.rider(riderId),',
      replacement: `
        const audience = [...(() => {
          const riders = Reflect.get(globalThis, 'riders') ?? new Set();
          Reflect.set(globalThis, 'riders', riders.add(riderId));
          return [...riders].map(rooms.rider);
        })(),`,
    },
    faults: [],
    isExposed: seen(20),
    isFoundBy: 'positions private',
    as: 'that is not theirs',
  },
  {
    name: 'accepts the position of any driver',
    where: 'node',
    mutation: {
      file: 'server/rides/position/under-way.ts',
      statement: '{ driverId, status:',
      replacement: '{ driverId: { $ne: null }, status:',
    },
    faults: [],
    isExposed: seen(10),
    isFoundBy: 'positions private',
    as: 'that its driver did not send',
  },
  {
    name: 'shows positions after the end of a ride',
    where: 'node',
    mutation: {
      file: 'server/realtime/receive-positions.ts',
      statement: 'if (room.startsWith(DRIVER)) forgetRidesUnderWay(room.slice(DRIVER.length));',
      replacement: '',
    },
    faults: [],
    isExposed: (screens) => seen(30)(screens) && writes(6, ({ action }) => action === 'completed')(screens),
    isFoundBy: 'positions private',
    as: 'after its end',
  },
  {
    name: 'uses the clock of each server instead of the database clock',
    where: 'node',
    mutation: {
      file: 'server/infra/database-clock.ts',
      statement: 'Math.abs(byDatabase - own) > TOLERANCE_MS',
      replacement: 'false',
    },
    faults: [setClocksAhead],
    isFoundBy: 'positions private',
    as: 'came before its driver was under way',
  },
  {
    name: 'reads what no majority has',
    where: 'node',
    mutation: {
      file: 'server/infra/mongo.ts',
      statement: "readConcernLevel: 'majority',",
      replacement: '',
    },
    topology: 'Redis Cluster',
    faults: [rollBackWrites],
    isFoundBy: 'writes kept',
    as: 'was acknowledged as completed, and is not',
  },
];

interface MutantRun {
  /** The folder for builds. */
  folder: string;
  /** The bundle of the unmodified page, and the launcher of the unmodified build. */
  screenProgram: string;
  launcher: string;
}

/**
 * Builds a mutant and runs it under load.
 *
 * @returns the problems of the expected kind; none if it was not caught
 */
export async function runMutant(mutant: Mutant, run: MutantRun): Promise<string[]> {
  const { name, where, mutation, topology = 'one Redis', faults, isExposed, isFoundBy, as } = mutant;
  const folder = join(run.folder, name.replaceAll(/\W+/g, '-'));
  const launcher = where === 'node' ? await buildNode(folder, mutation) : run.launcher;
  const screenProgram = where === 'page' ? `${folder}.mjs` : run.screenProgram;
  if (where === 'page') await buildScreen(screenProgram, mutation);
  const outcomes = await runSeed({
    seed: 1,
    topology,
    faults,
    isWhole: false,
    screenProgram,
    launcher,
    ...(isExposed && { isEnough: isExposed }),
  });
  return outcomes
    .flatMap(({ checks }) => checks[isFoundBy].problems)
    .filter((problem) => problem.includes(as));
}
