import { toast } from '@kaopei/web'
import { shortList } from '../contract/short-list.ts'

export interface Done {
  readonly count: number
  readonly outOfScopeCount: number
  /** Names of those who may do more than whoever asked. */
  readonly refused?: readonly string[]
}

/** `已停用 3 人`, with a warning about those whom it was not done to, and why. */
export function tellDone(done: string): (answer: Done) => void {
  return ({ count, outOfScopeCount, refused = [] }) => {
    const left = leftOut(outOfScopeCount, refused)
    if (left === '') return toast.success(`${done} ${count} 人`)
    toast.warning(`${done} ${count} 人，${left}`)
  }
}

/** Empty when nobody was left out. */
export function leftOut(outOfScopeCount: number, refused: readonly string[] = []): string {
  const outside = outOfScopeCount === 0 ? [] : [`另有 ${outOfScopeCount} 人不在您的管理范围内，未处理`]
  const stronger = refused.length === 0 ? [] : [`${shortList(refused)}拥有您没有的权限，未处理`]
  return [...outside, ...stronger].join('；')
}
