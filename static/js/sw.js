/**
 * The service worker: shows push messages, and opens what they lead to. Caches nothing, and sees no other request.
 * A classic script: not every browser takes modules here.
 */

self.addEventListener("push", (event) => {
  const told = event.data ? event.data.json() : {};
  event.waitUntil(
    self.registration.showNotification(told.title || "Trekdip", { body: told.body || "", tag: told.tag || "trekdip", data: { url: told.url || "/" } }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const target = new URL(event.notification.data.url, self.location.origin);
  if (target.origin !== self.location.origin) return;
  event.waitUntil(
    self.clients.matchAll({ type: "window", includeUncontrolled: true }).then((open) => {
      const there = open.find((client) => client.url === target.href);
      return there ? there.focus() : self.clients.openWindow(target.href);
    }),
  );
});
