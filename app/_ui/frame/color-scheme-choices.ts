import { IconDeviceDesktop, IconMoon, IconSun } from "@tabler/icons-react";

export const colorSchemeChoices = [
  { value: "auto", label: "System", Icon: IconDeviceDesktop },
  { value: "light", label: "Light", Icon: IconSun },
  { value: "dark", label: "Dark", Icon: IconMoon },
] as const;
