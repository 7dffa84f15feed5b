"use client";

import dynamic from "next/dynamic";
import { Component, type ComponentType, type ReactNode, useState } from "react";
import { PlainButton } from "./button";
import classes from "./on-demand.module.css";

/**
 * Component whose code is loaded when it renders first, in the browser only. If it cannot be loaded, as without a
 * connection, it says so with a button that loads it again, and the page around it stays.
 */
export function onDemand<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const create = () => dynamic(load, { ssr: false });
  const First = create();
  return (props) => <Attempts first={First} create={create} props={props} />;
}

type AttemptsProps<P> = { first: ComponentType<P>; create: () => ComponentType<P>; props: P };

function Attempts<P extends object>({ first, create, props }: AttemptsProps<P>) {
  const [attempt, setAttempt] = useState({ number: 1, Loaded: first });
  const { number, Loaded } = attempt;
  return (
    // A component that failed to load fails for good: each attempt has one of its own.
    <LoadErrorBoundary key={number} onRetry={() => setAttempt({ number: number + 1, Loaded: create() })}>
      <Loaded {...props} />
    </LoadErrorBoundary>
  );
}

type BoundaryProps = { onRetry: () => void; children: ReactNode };

/** Catches the error of a script that could not be loaded. Other errors are left to the page. */
class LoadErrorBoundary extends Component<BoundaryProps, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    if (!(error instanceof Error && error.name === "ChunkLoadError")) throw error;
    return (
      <div role="alert" className={classes.problem}>
        Couldn’t be loaded. Check your connection.
        <PlainButton size="sm" onClick={this.props.onRetry}>
          Try again
        </PlainButton>
      </div>
    );
  }
}
