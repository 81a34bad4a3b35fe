import { rooms } from '#common/rides/ride-events.ts';
import { logger } from '../infra/logger.ts';
import type { GatewaySocket, SocketServer } from './create-socket-server.ts';

/** Reads that the gateway needs for staff with the console open. */
export interface OpsReads {
  /** Whether this account is an active staff member. */
  isStaff: (staffId: string) => Promise<boolean>;
}

/** Manages the sockets on this node with the console open. */
interface OpsWatch {
  /** Removes a staff member's sockets at once, and makes their pages watch again. */
  dropStaff(staffId: string): void;
  /** Removes all sockets, after changes of staff may have been missed. */
  dropAll(): void;
  /** Removes sockets whose account may no longer watch, in case a change was not published. */
  check(): Promise<void>;
}

const REFUSED = 'Only our staff can do that.';
const FAILED = 'The console could not be opened. Please try again.';

/** Handles `ops:watch` and `ops:unwatch`. Reads from the account each time whether it may watch. */
export function watchOps(io: SocketServer, { isStaff }: OpsReads): OpsWatch {
  /** Counts how often each socket was dropped, to detect reads that began before. */
  const drops = new WeakMap<GatewaySocket, number>();
  const dropsOf = (socket: GatewaySocket) => drops.get(socket) ?? 0;
  const watching = new WeakSet<GatewaySocket>();

  const drop = (socket: GatewaySocket) => {
    drops.set(socket, dropsOf(socket) + 1);
    socket.leave(rooms.ops);
  };

  /** Reads the account, again if it changed meanwhile. */
  async function isAllowed(socket: GatewaySocket, staffId: string): Promise<boolean> {
    let seen: number;
    let isAllowedNow: boolean;
    do {
      seen = dropsOf(socket);
      isAllowedNow = await isStaff(staffId);
    } while (seen !== dropsOf(socket));
    return isAllowedNow;
  }

  io.on('connection', (socket) => {
    socket.on('ops:watch', async (acknowledge) => {
      if (typeof acknowledge !== 'function') return;
      const { staffId } = socket.data;
      watching.add(socket);
      try {
        if (!staffId || !(await isAllowed(socket, staffId))) {
          acknowledge({ error: REFUSED });
          return;
        }
        // The page may have stopped watching meanwhile.
        if (watching.has(socket)) socket.join(rooms.ops);
        acknowledge({ watching: true });
      } catch (error) {
        logger.error({ error }, 'staff could not be read');
        acknowledge({ error: FAILED });
      }
    });
    socket.on('ops:unwatch', () => {
      watching.delete(socket);
      drop(socket);
    });
  });

  function dropStaff(staffId: string): void {
    const room = rooms.staff(staffId);
    for (const id of io.sockets.adapter.rooms.get(room) ?? []) {
      const socket = io.sockets.sockets.get(id);
      if (socket) drop(socket);
    }
    io.local.to(room).emit('staff:changed');
  }

  return {
    dropStaff,
    async check() {
      const inRoom = [...(io.sockets.adapter.rooms.get(rooms.ops) ?? [])];
      const staffIds = new Set(inRoom.map((id) => io.sockets.sockets.get(id)?.data.staffId ?? ''));
      for (const staffId of staffIds) if (staffId && !(await isStaff(staffId))) dropStaff(staffId);
    },
    dropAll() {
      for (const socket of io.sockets.sockets.values()) drop(socket);
    },
  };
}
