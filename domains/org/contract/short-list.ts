const mostNamed = 5

/** `张三、李四、王五、赵六、钱七等8人`. */
export function shortList(names: readonly string[]): string {
  const named = names.slice(0, mostNamed).join('、')
  return names.length > mostNamed ? `${named}等${names.length}人` : named
}
