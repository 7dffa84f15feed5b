import { z } from "zod";
import { MarketplaceItemKey } from "../input.ts";

export const FeaturedItemKey = MarketplaceItemKey;
export type FeaturedItemKey = z.output<typeof FeaturedItemKey>;

export const MoveFeaturedItem = FeaturedItemKey.extend({ direction: z.enum(["UP", "DOWN"]) });
export type MoveFeaturedItem = z.output<typeof MoveFeaturedItem>;
