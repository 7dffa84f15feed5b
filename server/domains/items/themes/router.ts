import { z } from "zod";
import { router, tenantProcedure } from "@/server/http/trpc/procedures.ts";
import { EditPreview, RemovePreview, SaveTheme } from "@/shared/plugin/theme-config.ts";
import { reference } from "@/shared/text/text.ts";
import { ListEntities } from "../entities/input.ts";
import { editPreview, removePreview } from "./previews.ts";
import { getRevision, getTheme, listThemes, saveTheme } from "./service.ts";

const ThemeKey = z.object({ themeId: reference() });

export const themesRouter = router({
  list: tenantProcedure
    .input(ListEntities.pick({ limit: true, cursor: true }))
    .query(({ ctx, input }) => listThemes(ctx, input)),
  get: tenantProcedure.input(ThemeKey).query(({ ctx, input }) => getTheme(ctx, input.themeId)),
  revision: tenantProcedure.input(ThemeKey).query(({ ctx, input }) => getRevision(ctx, input.themeId)),
  editPreview: tenantProcedure.input(EditPreview).mutation(({ ctx, input }) => editPreview(ctx, input)),
  removePreview: tenantProcedure.input(RemovePreview).mutation(({ ctx, input }) => removePreview(ctx, input)),
  save: tenantProcedure.input(SaveTheme).mutation(({ ctx, input }) => saveTheme(ctx, input)),
});
