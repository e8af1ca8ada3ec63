// The token that the server wants with everything that changes something.

const cookie = (name) =>
  document.cookie
    .split("; ")
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1) || "";

/** The cookie first: signing in again in another window makes a new token, and the page has the old one. By HTTPS it
 *  has the first of these names; one left over from before under the second is not what the server compares with. */
export const tokenOf = (root) =>
  cookie("__Host-csrftoken") || cookie("csrftoken") || root.querySelector("[name=csrfmiddlewaretoken]")?.value;
