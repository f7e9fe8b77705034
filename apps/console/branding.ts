import { assemblyInfo, type Branding, deploymentBranding } from '@kaopei/web/client'
import { useEffect, useSyncExternalStore } from 'react'

/** Pages that stand for no company. */
const withoutCompany: readonly string[] = ['/introduction', '/heExamines']

/** The deployment's title, company and icon: those of the last visit at once, the server's as soon as they are known. */
export function useDeployment(): Branding | undefined {
  const branding = useSyncExternalStore(deploymentBranding.subscribe, deploymentBranding.get)
  // Asked once per page load; without an answer what was known before stays.
  useEffect(() => {
    if (!withoutCompany.includes(window.location.pathname)) assemblyInfo({ isQuiet: true }).catch(() => undefined)
  }, [])
  return branding
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
    if (!link) return
    link.dataset.own ??= link.href
    link.href = icon ?? link.dataset.own
  }, [icon])
}
