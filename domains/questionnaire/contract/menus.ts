import type { Menu } from '@kaopei/contract'

export const questionnaireMenus: readonly Menu[] = []
