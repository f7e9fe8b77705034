import { toast } from '@kaopei/web'

/** `已停用 3 人`, with a warning about those whom the caller's data scope left out. */
export function tellDone(done: string): (answer: { readonly count: number; readonly outOfScopeCount: number }) => void {
  return ({ count, outOfScopeCount }) => {
    if (outOfScopeCount === 0) return toast.success(`${done} ${count} 人`)
    toast.warning(`${done} ${count} 人，另有 ${outOfScopeCount} 人不在您的管理范围内，未处理`)
  }
}
