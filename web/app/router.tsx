import { Suspense } from 'react';
import { Outlet, Route, Routes } from 'react-router-dom';
import { LoadingLine } from '#web/components/ui/loading-line.tsx';
import { CONTENT_PAGES, lazyPage } from './content-pages.tsx';
import { PageOutlet } from './page-outlet.tsx';
import { SiteLayout } from './site-layout.tsx';
import { useRouteChange } from './use-route-change.ts';

const RideLayout = lazyPage(() => import('./ride-layout.tsx'), 'RideLayout');
const ApplyLayout = lazyPage(() => import('./apply-layout.tsx'), 'ApplyLayout');
const DriverScreens = lazyPage(() => import('./driver-screens.tsx'), 'DriverScreens');
const OpsConsole = lazyPage(() => import('./ops-console.tsx'), 'OpsConsole');
const HomePage = lazyPage(() => import('./pages/home-page.tsx'), 'HomePage');
const CheckoutPage = lazyPage(() => import('./pages/checkout-page.tsx'), 'CheckoutPage');
const DriveViewPage = lazyPage(() => import('./pages/drive-view-page.tsx'), 'DriveViewPage');
const MyRidesPage = lazyPage(() => import('./pages/my-rides-page.tsx'), 'MyRidesPage');
const MyRidePage = lazyPage(() => import('./pages/my-rides-page.tsx'), 'MyRidePage');
const OrderSheetPage = lazyPage(() => import('./pages/order-sheet-page.tsx'), 'OrderSheetPage');
const FareEstimatorPage = lazyPage(() => import('./pages/fare-estimator-page.tsx'), 'FareEstimatorPage');
const EarningsPage = lazyPage(() => import('./pages/earnings-page.tsx'), 'EarningsPage');
const ContactPage = lazyPage(() => import('./pages/contact-page.tsx'), 'ContactPage');
const LostFoundPage = lazyPage(() => import('./pages/lost-found-page.tsx'), 'LostFoundPage');
const SignInPage = lazyPage(() => import('./pages/sign-in-page.tsx'), 'SignInPage');
const SignUpPage = lazyPage(() => import('./pages/sign-up-page.tsx'), 'SignUpPage');
const ResetPasswordPage = lazyPage(() => import('./pages/reset-password-page.tsx'), 'ResetPasswordPage');
const ConfirmEmailPage = lazyPage(() => import('./pages/confirm-email-page.tsx'), 'ConfirmEmailPage');
const AccountPage = lazyPage(() => import('./pages/account-page.tsx'), 'AccountPage');
const ApplyPage = lazyPage(() => import('./pages/apply-page.tsx'), 'ApplyPage');
const MyApplicationPage = lazyPage(() => import('./pages/my-application-page.tsx'), 'MyApplicationPage');
const InvitationPage = lazyPage(() => import('./pages/invitation-page.tsx'), 'InvitationPage');
const PayPage = lazyPage(() => import('./pages/pay-page.tsx'), 'PayPage');
const TripPage = lazyPage(() => import('./pages/trip-page.tsx'), 'TripPage');
const NotFoundPage = lazyPage(() => import('./pages/not-found-page.tsx'), 'NotFoundPage');

const myRides = (to: string) => ({ to, label: 'My Rides' });

/** Every route of the site (specification section 2). The console has its own routes, below `/ops`. */
export function Router() {
  useRouteChange();

  return (
    <Routes>
      <Route element={<SiteLayout />}>
        <Route path="/" element={<HomePage />} />
        <Route path="/fare-estimator" element={<FareEstimatorPage />} />
        <Route path="/earnings" element={<EarningsPage />} />
        <Route path="/contact" element={<ContactPage />} />
        <Route path="/lost-found" element={<LostFoundPage />} />
        <Route path="/sign-in" element={<SignInPage />} />
        <Route path="/sign-up" element={<SignUpPage />} />
        <Route path="/reset-password" element={<ResetPasswordPage />} />
        <Route path="/confirm-email" element={<ConfirmEmailPage />} />
        <Route path="/invitation/:token" element={<InvitationPage />} />
        <Route path="/pay/:token" element={<PayPage />} />
        {Object.entries(CONTENT_PAGES).map(([path, Page]) => (
          <Route key={path} path={path} element={<Page />} />
        ))}
        <Route path="*" element={<NotFoundPage />} />
      </Route>
      <Route
        element={
          <Suspense fallback={<LoadingLine label="Loading..." className="column pt-18" />}>
            <Outlet />
          </Suspense>
        }
      >
        <Route element={<ApplyLayout note="Saved as you type" />}>
          <Route path="/drive/apply" element={<ApplyPage />} />
        </Route>
        <Route element={<ApplyLayout note="Shared trip" />}>
          <Route path="/trip/:token" element={<TripPage />} />
        </Route>
        <Route element={<ApplyLayout />}>
          <Route path="/drive/application/:token" element={<MyApplicationPage />} />
        </Route>
        <Route element={<RideLayout />}>
          <Route path="/my-rides" element={<MyRidesPage />} />
        </Route>
        <Route element={<RideLayout link={myRides('/my-rides')} />}>
          <Route path="/my-rides/:rideId" element={<MyRidePage />} />
        </Route>
        {['', '-rides', '-schedule', '-earnings', '-rating'].map((screen) => (
          <Route key={screen} path={`/driver${screen}`} element={<DriverScreens />} />
        ))}
        <Route element={<RideLayout link={myRides('/driver-rides')} />}>
          <Route path="/driver-rides/:rideId/order-sheet" element={<OrderSheetPage />} />
        </Route>
        <Route element={<RideLayout followsRole={false} />}>
          <Route path="/checkout" element={<CheckoutPage />} />
          <Route path="/account" element={<AccountPage />} />
        </Route>
        <Route path="/ops/*" element={<OpsConsole />} />
      </Route>
      <Route element={<PageOutlet />}>
        <Route path="/driver/drive" element={<DriveViewPage />} />
      </Route>
    </Routes>
  );
}
