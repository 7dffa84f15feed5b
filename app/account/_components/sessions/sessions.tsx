"use client";

import dynamic from "next/dynamic";

/** Sessions of the account. Apart from the first load of the page, which is near its budget. */
export const Sessions = dynamic(() => import("./session-list").then((module) => module.SessionList));
