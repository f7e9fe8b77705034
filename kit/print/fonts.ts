import { createRequire } from 'node:module'

const { resolve } = createRequire(import.meta.url)

/** Noto Sans SC (OFL-1.1), the regional cut that has what GBK lacks; both weights have the same characters. */
export const fontFiles: readonly string[] = [
  resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf'),
  resolve('@expo-google-fonts/noto-sans-sc/700Bold/NotoSansSC_700Bold.ttf'),
]
