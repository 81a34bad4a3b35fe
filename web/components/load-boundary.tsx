import { Component, type ReactNode, Suspense } from 'react';

interface LoadBoundaryProps {
  /** Shown while the code of `children` loads, and permanently when that fails. */
  fallback: ReactNode;
  children: ReactNode;
}

/** Wraps a lazy part that the page can do without. */
export class LoadBoundary extends Component<LoadBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    const { fallback, children } = this.props;
    return this.state.hasFailed ? fallback : <Suspense fallback={fallback}>{children}</Suspense>;
  }
}
