import {
  CalendarRange,
  Car,
  ChartGantt,
  CircleDollarSign,
  IdCard,
  Inbox,
  ListChecks,
  type LucideIcon,
  Route,
  ScrollText,
  TicketPercent,
  UsersRound,
  Wallet,
} from 'lucide-react';
import type { ComponentType } from 'react';
import type { OpsPath } from '#common/ops/ops-pages.ts';
import { lazyPage } from './content-pages.tsx';

interface OpsScreen {
  /** The icon in a phone's tab bar. */
  Icon: LucideIcon;
  Page: ComponentType;
}

/** The screen of each console page, loaded on the first visit. */
export const OPS_SCREENS: Readonly<Record<OpsPath, OpsScreen>> = {
  '/ops': {
    Icon: Route,
    Page: lazyPage(() => import('./pages/rides-board-page.tsx'), 'RidesBoardPage'),
  },
  '/ops/rides/:rideId/order-sheet': {
    Icon: Route,
    Page: lazyPage(() => import('./pages/order-sheet-page.tsx'), 'OpsOrderSheetPage'),
  },
  '/ops/first-steps': {
    Icon: ListChecks,
    Page: lazyPage(() => import('./pages/first-steps-page.tsx'), 'FirstStepsPage'),
  },
  '/ops/day': {
    Icon: ChartGantt,
    Page: lazyPage(() => import('./pages/ops-day-page.tsx'), 'OpsDayPage'),
  },
  '/ops/drivers': {
    Icon: IdCard,
    Page: lazyPage(() => import('#web/features/ops/drivers/drivers-screen.tsx'), 'DriversScreen'),
  },
  '/ops/drivers/applications/:applicationId': {
    Icon: IdCard,
    Page: lazyPage(() => import('#web/features/ops/drivers/application-page.tsx'), 'ApplicationPage'),
  },
  '/ops/drivers/:driverId': {
    Icon: IdCard,
    Page: lazyPage(() => import('./pages/ops-driver-page.tsx'), 'OpsDriverPage'),
  },
  '/ops/vehicles': {
    Icon: Car,
    Page: lazyPage(() => import('./pages/ops-vehicles-page.tsx'), 'OpsVehiclesPage'),
  },
  '/ops/inbox': {
    Icon: Inbox,
    Page: lazyPage(() => import('./pages/ops-inbox-page.tsx'), 'OpsInboxPage'),
  },
  '/ops/pricing': {
    Icon: CircleDollarSign,
    Page: lazyPage(() => import('#web/features/ops/pricing/rates-screen.tsx'), 'RatesScreen'),
  },
  '/ops/pricing/calendar': {
    Icon: CalendarRange,
    Page: lazyPage(
      () => import('#web/features/ops/pricing/surge-calendar-screen.tsx'),
      'SurgeCalendarScreen',
    ),
  },
  '/ops/codes': {
    Icon: TicketPercent,
    Page: lazyPage(() => import('#web/features/ops/codes/promo-screen.tsx'), 'PromoScreen'),
  },
  '/ops/codes/gift-cards': {
    Icon: TicketPercent,
    Page: lazyPage(() => import('./pages/ops-gift-cards-page.tsx'), 'OpsGiftCardsPage'),
  },
  '/ops/payouts': {
    Icon: Wallet,
    Page: lazyPage(() => import('#web/features/ops/payouts/payouts-screen.tsx'), 'PayoutsScreen'),
  },
  '/ops/people': {
    Icon: UsersRound,
    Page: lazyPage(() => import('./pages/people-page.tsx'), 'PeoplePage'),
  },
  '/ops/log': {
    Icon: ScrollText,
    Page: lazyPage(() => import('#web/features/ops/log/log-screen.tsx'), 'LogScreen'),
  },
};
