import { chromium } from 'playwright';

/** CPU throttling factor of the phone, as in Lighthouse's mobile preset. */
const SLOWER = 4;
/** How often the whole form is filled in. An odd number, for the median. */
const RUNS = 3;
const SETTLE_MS = 400;

/** The interactions with the booking form, in order, by taps and keys. */
const INTERACTIONS = {
  'typing where to be picked up': (page) => page.getByLabel('Pickup location').pressSequentially('bellag'),
  'choosing a suggestion': async (page) => {
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
  },
  'point to point': (page) => page.getByRole('radio', { name: 'Point to Point' }).tap(),
  'typing where to go': (page) => page.getByLabel('Drop-off location').pressSequentially('airport'),
  'closing the suggestions': (page) => page.keyboard.press('Escape'),
  'adding a stop': (page) => page.getByRole('button', { name: 'Add a stop' }).tap(),
  'typing a stop': (page) => page.keyboard.type('fash'),
  'by the hour': async (page) => {
    await page.keyboard.press('Escape');
    await page.getByRole('radio', { name: 'Hourly' }).tap();
  },
  'typing a name': (page) => page.getByLabel('Full Name').pressSequentially('Robin'),
  'booking for someone else': (page) => page.getByRole('switch', { name: 'Booking for someone else' }).tap(),
  'requesting what is not filled in': async (page) => {
    const request = page.getByRole('button', { name: 'Request Ride' });
    // Content below is rendered when it comes near. Scrolling to the button first lets that
    // finish before the tap.
    await request.scrollIntoViewIfNeeded();
    await page.waitForTimeout(SETTLE_MS);
    await request.tap();
  },
};

/** @returns the median over several runs of the longest delay of each interaction, in milliseconds */
export async function measureInteractions(url, executablePath) {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const runs = [];
    for (let run = 0; run < RUNS; run += 1) runs.push(await fillIn(browser, url));
    const middleOf = (name) => runs.map((run) => run[name]).toSorted((a, b) => a - b)[(RUNS - 1) / 2];
    return Object.fromEntries(Object.keys(INTERACTIONS).map((name) => [name, middleOf(name)]));
  } finally {
    await browser.close();
  }
}

async function fillIn(browser, url) {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  });
  try {
    const page = await context.newPage();
    await page.addInitScript(recordDelays);
    await page.goto(url, { waitUntil: 'networkidle' });
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    const delays = {};
    for (const [name, interact] of Object.entries(INTERACTIONS)) {
      await interact(page);
      await page.waitForTimeout(SETTLE_MS);
      delays[name] = await page.evaluate('takeLongestDelay()');
    }
    return delays;
  } finally {
    await context.close();
  }
}

/** Runs inside the page. */
function recordDelays() {
  let longest = 0;
  const take = (entries) => {
    for (const { interactionId, duration } of entries)
      if (interactionId) longest = Math.max(longest, duration);
  };
  const observer = new PerformanceObserver((list) => take(list.getEntries()));
  observer.observe({ type: 'event', durationThreshold: 16 });
  window.takeLongestDelay = () => {
    take(observer.takeRecords());
    const taken = longest;
    longest = 0;
    return taken;
  };
}
