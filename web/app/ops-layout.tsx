import { type OpsPage, opsPagesOf } from '#common/ops/ops-pages.ts';
import { staffRoleSchema } from '#common/users/user.ts';
import { ResolvingAlert } from '#web/features/ops/alerts/resolving-alert.tsx';
import { attentionCount, useBoardStore } from '#web/features/ops/board/board-store.ts';
import { useOpsLive } from '#web/features/ops/board/use-ops-live.ts';
import { useInboxCount } from '#web/features/ops/inbox/use-inbox-count.ts';
import { ConsoleKeys } from '#web/features/ops/keys/console-keys.tsx';
import { AccountControl } from '#web/features/users/account-control.tsx';
import { useSessionStore } from '#web/features/users/session-store.ts';
import { OpsNavigation, type PageCounts } from './ops-navigation.tsx';
import { OpsTabBar } from './ops-tab-bar.tsx';
import { PageOutlet } from './page-outlet.tsx';
import { SkipLink } from './skip-link.tsx';
import { ThemeToggle } from './theme-toggle.tsx';
import { VegasClock } from './vegas-clock.tsx';
import { Wordmark } from './wordmark.tsx';

/** The layout of the console's pages: a full-width header, and a tab bar for navigation in narrow windows. */
export function OpsLayout() {
  const pages = useOwnPages();
  const staff = useSessionStore(({ session }) => (session.staffNeedsFactor ? null : session.staff));
  useOpsLive(staff?.id ?? null, staff?.role === 'admin' ? 'admin' : 'dispatcher');
  const counts: PageCounts = {
    '/ops': { count: useBoardStore(attentionCount), tone: 'danger' },
    '/ops/inbox': { count: useInboxCount(pages.length > 0), tone: 'gold' },
  };
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="sticky top-0 z-30 border-line border-b bg-bg">
        <div className="flex h-15 items-center gap-2 px-5 sm:px-8">
          <Wordmark className="xl:mr-4 min-[1400px]:mr-8" />
          <OpsNavigation pages={pages} counts={counts} />
          <div className="ml-auto flex items-center gap-2 sm:gap-3">
            <VegasClock />
            <ConsoleKeys pages={pages} />
            <ThemeToggle />
            <AccountControl look="menu" />
          </div>
        </div>
      </header>
      <PageOutlet />
      <OpsTabBar pages={pages} counts={counts} />
      <ResolvingAlert />
    </div>
  );
}

/** Returns the pages that the signed-in staff member may open; none without a second factor. */
function useOwnPages(): readonly OpsPage[] {
  const role = useSessionStore(({ session }) => (session.staffNeedsFactor ? null : session.staff?.role));
  const staffRole = staffRoleSchema.safeParse(role).data;
  return staffRole ? opsPagesOf(staffRole) : [];
}
