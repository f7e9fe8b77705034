import type { OutputOf } from '@kaopei/contract'
import type { projectGroups } from '../../contract/groups.ts'
import type { projectStaff } from '../../contract/staff.ts'

/** What came of adding people, those among it for whom nothing did. */
export function wordsOfAdded({ addedCount, repeatedCount, skippedCount }: OutputOf<typeof projectStaff.create>): string {
  const parts = [
    `添加 ${addedCount} 人`,
    ...(repeatedCount > 0 ? [`${repeatedCount} 人已在项目中`] : []),
    ...(skippedCount > 0 ? [`${skippedCount} 人已停用或不在您的管理范围内`] : []),
  ]
  return parts.join('，')
}

/** What was followed until now and is a snapshot from now on may have taken people along. */
export function wordsOfAssociated({ addedCount, repeatedCount, removedCount }: OutputOf<typeof projectGroups.associate>): string {
  const parts = [
    `关联成功，添加 ${addedCount} 人`,
    ...(repeatedCount > 0 ? [`${repeatedCount} 人已在项目中`] : []),
    ...(removedCount > 0 ? [`${removedCount} 人不再由实时部门或用户组加入，已移出`] : []),
  ]
  return parts.join('，')
}

export function wordsOfParted({ removedCount }: OutputOf<typeof projectGroups.remove>): string {
  return removedCount > 0 ? `移除成功，${removedCount} 名学员已移出` : '移除成功，学员保留'
}
