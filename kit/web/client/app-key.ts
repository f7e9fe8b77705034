/** Signs the calls made before a login; comes with assemblyInfo(). */
let currentKey: string | undefined

export function appKey(): string | undefined {
  return currentKey
}

export function rememberAppKey(key: string): void {
  currentKey = key
}
