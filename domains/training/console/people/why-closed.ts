import { projectStatus } from '../../contract/codes.ts'
import { isChangeable } from '../../contract/status.ts'

/** Why nobody can be added; undefined: they can. */
export function whyClosed(status: number): string | undefined {
  if (!isChangeable(status)) return '项目已结束，不能添加学员'
  return status === projectStatus.unshelved ? '项目已下架，不接受新学员' : undefined
}
