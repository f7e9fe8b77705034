import type { Menu } from '@kaopei/contract'

export const evaluationMenus: readonly Menu[] = []
