import { mkdtempSync } from 'node:fs';
import { buildWorld } from '/work/wt/simulate/chaos/simulation/build-world.ts';
import { runStory } from '/work/wt/simulate/chaos/simulation/run-story.ts';
import { planStory } from '/work/wt/simulate/chaos/simulation/plan-story.ts';
const [from, to, days, rides, tail=30] = process.argv.slice(2).map(Number);
const program = await buildWorld(mkdtempSync('/tmp/simulate-world-'));
for (let seed = from!; seed <= to!; seed++) {
const story = planStory({ seed, days: days!, rides: rides! });
const ending = await runStory(program, story);
console.log(seed, JSON.stringify({ ...ending, told: ending.told.length }));
if (!ending.problem) continue;
const ride = /ride ([0-9a-f]{24})/.exec(ending.problem.text)?.[1];
const no = ride && ending.told.find(({text}) => text.includes(`: ride ${ride} for`))?.text.split(/[:,]/)[0];
for (const { at, text } of ending.told.filter(({text}) => !no || text.startsWith(no+':')|| text.startsWith(no+',') || !text.startsWith('ride')).slice(-tail)) console.log('   ', new Date(at).toISOString().slice(8, 19), text.slice(0,200));
}
