import { browserOf } from '@kaopei/exam/candidate'

const systems = [
  [/Windows/, 'Windows'],
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const

/** As people know their devices. */
export function nameOfDevice(userAgent: string): string {
  const browser = browserOf(userAgent)
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1] ?? '未知系统'
  return browser ? `${system}，${browser.name} ${browser.version}` : system
}
