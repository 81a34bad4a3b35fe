import { Component, type ReactNode, Suspense } from 'react';

interface LoadBoundaryProps {
  /** Stands there while the code of `children` is on its way, and for good if it never comes. */
  fallback: ReactNode;
  children: ReactNode;
}

/** Around a lazy part that the page can do without. */
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
