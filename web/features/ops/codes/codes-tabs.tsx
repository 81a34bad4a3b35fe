import { PageTabs } from '../page-tabs.tsx';

/** Tabs of the two pages of codes. */
export const CodesTabs = () => (
  <PageTabs
    label="Codes"
    tabs={[
      { to: '/ops/codes', label: 'Promo codes' },
      { to: '/ops/codes/gift-cards', label: 'Gift cards' },
    ]}
  />
);
