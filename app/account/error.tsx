"use client";

export { default } from "../builder/[tenant]/error";
