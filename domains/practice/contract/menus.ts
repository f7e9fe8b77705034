import type { Menu } from '@kaopei/contract'

export const practiceMenus: readonly Menu[] = []
