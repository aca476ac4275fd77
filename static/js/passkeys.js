// What the sign-in pages say when a passkey cannot be used: the scripts of allauth only report it.
const show = (which) => {
  for (const element of document.querySelectorAll(`[data-passkeys="${which}"]`)) element.hidden = false;
};

if (!window.PublicKeyCredential) {
  show("none");
  for (const id of ["passkey_login", "mfa_webauthn_add", "mfa_webauthn_authenticate"]) {
    const button = document.getElementById(id);
    if (button) button.disabled = true;
  }
}
document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  show("failed");
});
