import { type AssemblyInfo, assemblyInfo } from '@kaopei/web/client'
import { useEffect, useState } from 'react'

let known: AssemblyInfo | undefined

/** The deployment's title, company and icon, as soon as they are known. */
export function useDeployment(): AssemblyInfo | undefined {
  const [info, setInfo] = useState(known)
  // Asked once per page load; without an answer the built-in name stays.
  useEffect(() => {
    if (known) return
    assemblyInfo().then(
      (answer) => {
        known = answer
        setInfo(answer)
      },
      () => undefined,
    )
  }, [])
  return info
}

/** Title of the page and icon of its tab. */
export function useBranding(screen: string): void {
  const info = useDeployment()
  const platform = info?.platformTitle ?? '考培'
  const icon = info?.company.webIcon
  // The document's head lies outside of React's tree.
  useEffect(() => {
    document.title = screen ? `${screen} - ${platform}` : platform
  }, [screen, platform])
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (icon && link) link.href = icon
  }, [icon])
}
