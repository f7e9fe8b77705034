/** An option that speaks of those above it means something else anywhere but at the end. */
const ofThoseAbove =
  /^(?:以上|上述|前述|前面)(?:各项|选项|答案|说法|内容|情况|[三几]项|[三几]种)?(?:都|均|全部|全|皆|也)?不?(?:对|是|正确|错|错误|包括|包含|可以|属于|有)/
const ofAll = /^(?:全部|全|都|均|皆)不?(?:对|是|正确|错|错误)[。.]?$/

/** Whether an option has to stay behind the others when options are shuffled: 以上都对, 以上均不是. */
export function staysLast(text: string): boolean {
  const words = text.trim()
  return ofThoseAbove.test(words) || ofAll.test(words)
}
