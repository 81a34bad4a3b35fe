import * as api from '#common/messages/inbox-api.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { type ApiRoutes, createApiRoutes } from '../http/api-routes.ts';
import type { Staff } from '../http/session.ts';
import { listStaff } from '../users/staff.ts';
import { answerThread, type ChangedThread, moveThread, noteThread } from './change-thread.ts';
import { countOpen, type FindFittingRide, listInbox, readThread } from './read-inbox.ts';

interface InboxRoutesOptions {
  findFittingRide: FindFittingRide;
}

/** Creates the inbox routes. No audit line contains the text of messages. */
export function createInboxRoutes({ findFittingRide }: InboxRoutesOptions): ApiRoutes {
  const routes = createApiRoutes();

  routes.handle(api.listInbox, ({ query }) => listInbox(query));

  routes.handle(api.countInbox, async () => ({ open: await countOpen() }));

  routes.handle(api.listColleagues, async () =>
    (await listStaff()).filter(({ state }) => state === 'active').map(({ id, name }) => ({ id, name })),
  );

  routes.handle(api.readThread, ({ params }) => readThread(params.messageId, findFittingRide));

  routes.handle(api.changeThread, async ({ params: { messageId }, body, staff, clientNetwork }) => {
    const changed = await moveThread({ messageId, ...body, by: colleagueOf(staff) });
    await record(
      { ...staff, address: clientNetwork },
      body.state ? 'message moved' : 'message assigned',
      changed,
    );
    return readThread(messageId, findFittingRide);
  });

  routes.handle(
    api.answerThread,
    async ({ params: { messageId }, body, staff, clientNetwork, setStatus }) => {
      const changed = await answerThread({ messageId, ...body, by: colleagueOf(staff) });
      await record({ ...staff, address: clientNetwork }, 'message answered', changed);
      setStatus(201);
      return readThread(messageId, findFittingRide);
    },
  );

  routes.handle(api.noteThread, async ({ params: { messageId }, body, staff, clientNetwork, setStatus }) => {
    const changed = await noteThread({ messageId, ...body, by: colleagueOf(staff) });
    await record({ ...staff, address: clientNetwork }, 'message noted', changed);
    setStatus(201);
    return readThread(messageId, findFittingRide);
  });

  return routes;
}

const colleagueOf = ({ id, name }: Staff) => ({ id, name });

const record = (
  actor: Staff & { address: string },
  action: string,
  { id, subject, before, after }: ChangedThread,
) =>
  recordAudit({
    actor,
    action,
    subject: { kind: 'message', id, name: subject },
    before: { ...before },
    after: { ...after },
  });
