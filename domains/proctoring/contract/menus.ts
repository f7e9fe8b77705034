import type { Menu } from '@kaopei/contract'

export const proctoringMenus: readonly Menu[] = []
