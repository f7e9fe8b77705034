/** What was done to how many, and the names of those with whom nothing was. */
const mostNamed = 8

export function doneWords(what: string) {
  return ({ changedCount, leftOut }: { readonly changedCount: number; readonly leftOut: readonly string[] }) => {
    const done = `${what} ${changedCount} 人`
    if (leftOut.length === 0) return done
    const names = leftOut.slice(0, mostNamed).join('、')
    const those = leftOut.length > mostNamed ? `${names} 等 ${leftOut.length} 人` : names
    return { warning: `${done}；${those} 已交卷或状态已变化，未处理` }
  }
}
