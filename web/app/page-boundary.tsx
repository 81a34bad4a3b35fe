import { Component, type ReactNode } from 'react';
import { replayClick } from '#web/lib/hydration.ts';
import { FailedPage } from './failed-page.tsx';

/** Catches what a page throws, or the failure to load its code, and leaves header and footer usable. */
export class PageBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch() {
    replayClick();
  }

  override render() {
    return this.state.hasFailed ? <FailedPage /> : this.props.children;
  }
}
