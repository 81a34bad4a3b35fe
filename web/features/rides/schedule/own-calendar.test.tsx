// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { useToastStore } from '#web/components/ui/toast.ts';
import { deferred } from '#web/testing/deferred.ts';
import { type ApiReplies, answerApi, sent } from '#web/testing/serve-api.ts';
import { OwnCalendar } from './own-calendar.tsx';

const READ = 'GET /api/driver/calendar';
const RENEW = 'POST /api/driver/calendar/address';
const CHANGE = 'PUT /api/driver/calendar';
const CALENDAR = {
  url: 'https://marquee.example/api/calendars/dc_1.ics',
  showsPay: false,
  showsNames: false,
};

/** Opens the calendar of a driver who has a URL. The server accepts changes. */
async function openCalendar(more: ApiReplies = {}) {
  const calls = await answerApi({
    [READ]: [200, CALENDAR],
    [CHANGE]: ({ body }) => [200, { ...CALENDAR, ...(body as object) }],
    ...more,
  });
  render(<OwnCalendar />);
  await screen.findByLabelText('Address of your calendar');
  return {
    pay: screen.getByRole('switch', { name: 'Show what rides pay' }),
    names: screen.getByRole('switch', { name: 'Show riders’ names' }),
    press: (name: string) => fireEvent.click(screen.getByRole('button', { name })),
    changes: () => sent(calls, CHANGE),
  };
}

const button = (name: string) => screen.findByRole('button', { name });

beforeEach(() => useToastStore.setState({ newest: null }));

test('asking for a new calendar address focuses Keep the old one, and the answer returns the focus', async () => {
  const { press } = await openCalendar({ [RENEW]: [200, { ...CALENDAR, url: 'https://marquee.example/2' }] });
  expect(document.body).toHaveFocus();
  press('Make a new address');
  expect(await button('Keep the old one')).toHaveFocus();
  press('Keep the old one');
  expect(await button('Make a new address')).toHaveFocus();

  press('Make a new address');
  press('Make it');
  await waitFor(() =>
    expect(screen.getByLabelText('Address of your calendar')).toHaveValue('https://marquee.example/2'),
  );
  expect(await button('Make a new address')).toHaveFocus();
});

test('a new calendar address without an answer is loaded, because the old one may have stopped working', async () => {
  const replies: ApiReplies = { [RENEW]: [504, {}] };
  const { press } = await openCalendar(replies);
  press('Make a new address');
  await button('Make it');
  await answerApi({ ...replies, [READ]: [200, { ...CALENDAR, url: 'https://marquee.example/2' }] });

  press('Make it');

  await waitFor(() =>
    expect(screen.getByLabelText('Address of your calendar')).toHaveValue('https://marquee.example/2'),
  );
});

test('a switch pressed while another is being saved is shown at once and saved after it', async () => {
  const first = deferred<readonly [number, unknown]>();
  let isFirst = true;
  const { pay, names, changes } = await openCalendar({
    [CHANGE]: ({ body }) => {
      if (!isFirst) return [200, { ...CALENDAR, ...(body as object) }];
      isFirst = false;
      return first.promise;
    },
  });
  fireEvent.click(pay);
  fireEvent.click(names);
  expect(pay).toBeChecked();
  expect(names).toBeChecked();
  await waitFor(() => expect(changes()).toEqual([{ showsPay: true, showsNames: false }]));

  first.resolve([200, { ...CALENDAR, showsPay: true }]);
  await waitFor(() => expect(changes()).toHaveLength(2));
  expect(changes().at(-1)).toEqual({ showsPay: true, showsNames: true });
  expect(pay).toBeChecked();
  expect(names).toBeChecked();
});

test('a switch that fails to save is reset, and a later press of another switch is kept', async () => {
  let isFirst = true;
  const { pay, names, changes } = await openCalendar({
    [CHANGE]: ({ body }) => {
      if (!isFirst) return [200, { ...CALENDAR, ...(body as object) }];
      isFirst = false;
      return [503, {}];
    },
  });
  fireEvent.click(pay);
  fireEvent.click(names);

  await waitFor(() => expect(changes()).toHaveLength(2));
  await waitFor(() => expect(pay).not.toBeChecked());
  expect(names).toBeChecked();
  expect(changes().at(-1)).toEqual({ showsPay: false, showsNames: true });
  expect(useToastStore.getState().newest?.title).toBe('Not saved');
});
